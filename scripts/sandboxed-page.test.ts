import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { policyOf } from './hosting/served-headers.ts'
import { sandboxedDocument } from './sandboxed-page.ts'

const page = sandboxedDocument(readFileSync('index.html', 'utf8'))
const [, script = ''] = /<script>([^]*?)<\/script>/.exec(page) ?? []

/** Runs the script of the page; returns the policy that it adds and the address that it goes to. */
function run(origin: string): { policy: string; address: string } {
  const added = { content: '' }
  const visited: string[] = []
  runInNewContext(script, {
    origin,
    location: {
      origin: 'https://tabplane.example',
      search: '?panes=edit',
      hash: '#c1',
      replace: (address: string) => visited.push(address),
    },
    document: { createElement: () => added, head: { append: () => undefined } },
  })
  return { policy: added.content, address: visited.join() }
}

describe('the page for frames without an origin', () => {
  it('begins with a policy that allows its own script, no other inline script, and files of every host', () => {
    const [, first = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
    const hash = createHash('sha256').update(script).digest('base64')
    expect(first).toContain(`script-src 'sha256-${hash}' https: http:;`)
    expect(first).not.toContain("'self'")
    expect(/<script|<link rel="(?:style|icon)/.exec(page)?.index).toBe(page.indexOf(`<script>${script}`))
  })

  it('adds the policy of index.html with its own host in place of self', () => {
    const { policy, address } = run('null')
    expect(policy).toBe(policyOf('index.html').replaceAll("'self'", 'https://tabplane.example'))
    expect(address).toBe('')
  })

  it('runs nothing with an origin, and goes to index.html', () => {
    expect(run('https://tabplane.example')).toEqual({ policy: "default-src 'none'", address: './?panes=edit#c1' })
  })
})
