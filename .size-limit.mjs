import { readFileSync } from 'node:fs'

/** The files that the built page names: all that is loaded before the terminal answers (scripts/first-load-plugin.ts). */
const html = readFileSync('dist/index.html', 'utf8')
const named = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => `dist/${file}`)
const page = ['dist/index.html', ...named]

export default [
  { name: 'page before the terminal answers', path: page, limit: '150 kB', gzip: true },
  {
    name: 'everything before the terminal answers',
    path: [...page, 'dist/assets/api-worker-*.js', 'dist/service-worker.js'],
    limit: '350 kB',
    gzip: true,
  },
]
