declare module '@module?url' {
  const address: string;
  export default address;
}
declare module '@solver?url' {
  const address: string;
  export default address;
}
declare module 'virtual:home-games' {
  const games: import('./app/home').HomeGame[];
  export default games;
}
