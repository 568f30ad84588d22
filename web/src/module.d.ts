declare module '@module?url' {
  const address: string;
  export default address;
}
declare module '@plain?url' {
  const address: string;
  export default address;
}
declare module '@solver?url' {
  const address: string;
  export default address;
}
declare module 'virtual:told-games' {
  const games: import('./app/home').ToldGames;
  export default games;
}
