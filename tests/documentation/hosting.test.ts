import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { policyOf, servedHeaders } from '../../scripts/hosting/served-headers.ts'

// The function in docs/hosting.md must send the headers that `npm start` sends.

const root = new URL('../../', import.meta.url)
const page = readFileSync(new URL('docs/hosting.md', root), 'utf8')
const policy = policyOf(new URL('index.html', root).pathname)

/** The block of code below a heading. */
function recipe(heading: string, language: string): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [, code] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(section) ?? []
  if (code === undefined) throw new Error(`docs/hosting.md has no ${language} block in "${heading}"`)
  return code
}

const served = (path: string, query: string): Record<string, string> =>
  servedHeaders(path, new URLSearchParams(query), policy)

describe('the function of CloudFront', () => {
  const handler = runInNewContext(`${recipe('S3 and CloudFront', 'js')}; handler`) as (event: object) => {
    readonly headers: Readonly<Record<string, { readonly value: string }>>
  }

  it.each([
    ['/', ''],
    ['/', 'panes=terminal'],
    ['/assets/page-1.js', ''],
    ['/embed.js', ''],
    ['/embed-kit.js', ''],
    ['/handler-frame.html', ''],
    ['/sandboxed.html', 'panes=terminal'],
  ])('sends the headers of %s?%s', (path, query) => {
    const querystring = Object.fromEntries([...new URLSearchParams(query)].map(([name, value]) => [name, { value }]))
    const { headers } = handler({ request: { uri: `/play${path}`, querystring }, response: { headers: {} } })
    // The upload sets the caching of each file.
    const { 'Cache-Control': _, ...expected } = served(path, query)
    expect(Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]))).toEqual(
      Object.fromEntries(Object.entries(expected).map(([name, value]) => [name.toLowerCase(), value])),
    )
  })
})
