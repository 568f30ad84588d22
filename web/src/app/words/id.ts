import { en, type Words } from './en';
export const id: Words = { ...en };
