import { en, type Words } from './en';
export const ms: Words = { ...en };
