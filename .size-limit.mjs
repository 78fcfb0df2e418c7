import { readFileSync } from 'node:fs'

/** The files that the built page names: all that is loaded before the terminal answers (scripts/first-load-plugin.ts). */
const html = readFileSync('dist/index.html', 'utf8')
const named = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => `dist/${file}`)
const page = ['dist/index.html', ...named]
/** The API worker; what lies in the folder beside it is loaded later (tests/e2e/first-visit.spec.ts sees to it). */
const worker = 'dist/assets/api-worker-*.js'

export default [
  { name: 'page before the terminal answers', path: page, limit: '150 kB', gzip: true },
  {
    name: 'everything before the terminal answers',
    path: [...page, worker, 'dist/service-worker.js'],
    limit: '350 kB',
    gzip: true,
  },
  { name: 'the script for pages that embed a cluster', path: 'dist/embed.js', limit: '3 kB', gzip: true },
  {
    name: 'what the API worker loads later, in parts',
    path: 'dist/assets/api-worker/*.js',
    limit: '450 kB',
    gzip: true,
  },
]
