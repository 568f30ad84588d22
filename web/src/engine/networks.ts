// What the engine has learnt of each game: files of networks/, named after the games that they are for, of which the
// thinking worker fetches the one that it needs.

const addresses = import.meta.glob<string>('../../../networks/*.txt', {
  query: '?url',
  import: 'default',
  eager: true,
});

const byGame = new Map(
  Object.entries(addresses).flatMap(([file, address]) => {
    const games = file.slice(file.lastIndexOf('/') + 1, -'.txt'.length).split('_');
    return games.map((game): [string, string] => [game, address]);
  }),
);

// The address of the file for a position's game, if there is one.
export function networkOf(position: string): string | undefined {
  return byGame.get(/^[a-z0-9-]*/.exec(position)?.[0] ?? '');
}
