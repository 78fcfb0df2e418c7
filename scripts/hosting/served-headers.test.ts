import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { policyOf, servedHeaders } from './served-headers.ts'

const of = (path: string, query = ''): Record<string, string> =>
  servedHeaders(path, new URLSearchParams(query), policyOf('index.html'))

test('lets other sites frame embeds only', () => {
  expect(of('/')['Content-Security-Policy']).toMatch(/^default-src 'self'; .*; frame-ancestors 'self'$/)
  expect(of('/', 'cluster=a')['Content-Security-Policy']).toContain("frame-ancestors 'self'")
  expect(of('/', 'panes=edit,terminal')['Content-Security-Policy']).toMatch(/; frame-ancestors \*$/)
})

test.each(['/handler-frame.html', '/sandboxed.html'])(
  'sends no Content-Security-Policy for %s, which declares its own',
  (path) => {
    expect(of(path)).not.toHaveProperty('Content-Security-Policy')
    expect(of(path)).toMatchObject({ 'X-Content-Type-Options': 'nosniff' })
  },
)

test('lets other origins read assets and embed scripts, but no pages', () => {
  for (const path of ['/assets/a-1.js', '/assets/api-worker/b.js', '/embed.js', '/embed-kit.js'])
    expect(of(path)['Access-Control-Allow-Origin'], path).toBe('*')
  for (const path of ['/', '/index.html', '/embed.html', '/reference.html', '/service-worker.js', '/embed.jsx'])
    expect(of(path), path).not.toHaveProperty('Access-Control-Allow-Origin')
})

test('marks only files with a content hash in their name as immutable', () => {
  expect(of('/assets/a-1.js')['Cache-Control']).toContain('immutable')
  for (const path of ['/', '/service-worker.js', '/theme.js', '/embed.js'])
    expect(of(path)['Cache-Control'], path).toBe('no-cache')
})

test('the recipes in docs/hosting.md contain the policy of index.html', () => {
  const recipes = readFileSync('docs/hosting.md', 'utf8')
  const policies = [...recipes.matchAll(/default-src 'self';[^"\n]*form-action 'none'/g)].map(([policy]) => policy)
  expect(policies.length).toBeGreaterThanOrEqual(3)
  expect(new Set(policies)).toEqual(new Set([policyOf('index.html')]))
})
