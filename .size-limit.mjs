import { readdirSync, readFileSync } from 'node:fs'

/** The files that the built page names: all that is loaded before the terminal answers (scripts/first-load-plugin.ts). */
const html = readFileSync('dist/index.html', 'utf8')
const named = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => `dist/${file}`)
const page = ['dist/index.html', ...named]
/** The API worker's entry and the files that it names (scripts/worker-build.ts). The others load later. */
const entry = readdirSync('dist/assets').find((file) => /^api-worker-.*\.js$/.test(file)) ?? ''
const code = readFileSync(`dist/assets/${entry}`, 'utf8')
const imported = [...code.matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, file]) => `dist/assets/${file}`)
const worker = [`dist/assets/${entry}`, ...imported]

export default [
  { name: 'page before the terminal answers', path: page, limit: '150 kB', gzip: true },
  {
    name: 'everything before the terminal answers',
    path: [...page, ...worker, 'dist/service-worker.js'],
    limit: '350 kB',
    gzip: true,
  },
  { name: 'the script for pages that embed a cluster', path: 'dist/embed.js', limit: '3 kB', gzip: true },
  { name: 'the calls of that script, loaded later', path: 'dist/embed-kit.js', limit: '4 kB', gzip: true },
  // Each part loads with its first use, so no visitor waits for the sum. Its limit shows a library that was imported by accident.
  {
    name: 'what the API worker loads later, in parts',
    path: ['dist/assets/api-worker/*.js', ...imported.map((file) => `!${file}`)],
    limit: '470 kB',
    gzip: true,
  },
]
