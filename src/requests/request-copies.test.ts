import { expect, it } from 'vitest'
import { requestCopies, sentRequest, type SentRequest } from './request-copies.ts'

const BASE = 'https://tabplane.example/clusters/abc'
const texts = (request: SentRequest, cli = 'svcctl'): Record<string, string> =>
  Object.fromEntries(requestCopies(request, { cliNames: [cli] }, BASE).map(({ title, text }) => [title, text]))

it('writes a read for the client, curl and fetch', () => {
  expect(texts({ method: 'GET', url: '/api/v1/pods?limit=5' })).toEqual({
    svcctl: `svcctl get --raw '/api/v1/pods?limit=5'`,
    curl: `curl "$SERVER"'/api/v1/pods?limit=5'`,
    fetch: `await fetch("${BASE}/api/v1/pods?limit=5")`,
  })
})

it('writes the body of a write', () => {
  const request = sentRequest({
    method: 'POST',
    url: '/api/v1/namespaces',
    request: { headers: [['content-type', 'application/json']], body: { a: "it's" } },
  })
  const text = '{\n  "a": "it\'s"\n}'
  const shell = text.replace("'", `'\\''`)
  expect(texts(request, 'kubectl')).toEqual({
    kubectl: `kubectl create --raw '/api/v1/namespaces' -f - <<'EOF'\n${text}\nEOF`,
    curl: `curl -X POST -H 'Content-Type: application/json' --data-raw '${shell}' "$SERVER"'/api/v1/namespaces'`,
    fetch: `await fetch("${BASE}/api/v1/namespaces", { method: 'POST', headers: { 'Content-Type': "application/json" }, body: ${JSON.stringify(text)} })`,
  })
})

it('lets a body neither end the text of the shell nor name a file', () => {
  const text = '@a\nEOF\nreboot\rEOFF'
  const { svcctl, curl } = texts({ method: 'POST', url: '/api/v1/namespaces', body: { type: 'text/plain', text } })
  expect(svcctl).toBe(`svcctl create --raw '/api/v1/namespaces' -f - <<'EOFFF'\n${text}\nEOFFF`)
  expect(curl).toContain(`--data-raw '@a`)
})

it('offers no command when the client has none', () => {
  expect(Object.keys(texts({ method: 'PATCH', url: '/api/v1/namespaces/a' }))).toEqual(['curl', 'fetch'])
})

it('quotes characters that a shell would interpret', () => {
  const { svcctl, curl } = texts({ method: 'DELETE', url: `/api/v1/pods?labelSelector=a='$(b)'` })
  expect(svcctl).toBe(`svcctl delete --raw '/api/v1/pods?labelSelector=a='\\''$(b)'\\'''`)
  expect(curl).toContain(`'\\''$(b)'\\''`)
})
