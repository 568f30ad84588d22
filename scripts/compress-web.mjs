// Writes NAME.br and NAME.gz beside every text and module of the folder: the server sends them as they are.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = process.argv[2];
const smallest = 512; // bytes below which it is not worth another file
const worthwhile = /\.(html|js|css|json|webmanifest|svg|wasm|txt|map)$/;

const variants = {
  '.br': (bytes) =>
    brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  '.gz': (bytes) => gzipSync(bytes, { level: 9 }),
};

const totals = { plain: 0, '.br': 0, '.gz': 0 };
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !worthwhile.test(entry.name)) continue;
  const path = join(entry.parentPath ?? entry.path, entry.name);
  const bytes = readFileSync(path);
  totals.plain += bytes.length;
  for (const [ending, compress] of Object.entries(variants)) {
    const compressed = compress(bytes);
    totals[ending] += Math.min(compressed.length, bytes.length);
    if (bytes.length < smallest || compressed.length >= bytes.length) rmSync(path + ending, { force: true });
    else writeFileSync(path + ending, compressed);
  }
}
console.log(`${totals.plain} bytes; ${totals['.gz']} with gzip, ${totals['.br']} with brotli`);
