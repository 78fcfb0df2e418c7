import { expect, it } from 'vitest'
import { canReplay, requestCopies } from './request-copies.ts'

const BASE = 'https://tabplane.example/clusters/abc'
const texts = (method: string, url: string, cli = 'svcctl'): Record<string, string> =>
  Object.fromEntries(requestCopies({ method, url }, { cliNames: [cli] }, BASE).map(({ title, text }) => [title, text]))

it('writes a read for the client, curl and fetch', () => {
  expect(texts('GET', '/api/v1/pods?limit=5')).toEqual({
    svcctl: `svcctl get --raw '/api/v1/pods?limit=5'`,
    curl: `curl "$SERVER"'/api/v1/pods?limit=5'`,
    fetch: `await fetch("${BASE}/api/v1/pods?limit=5")`,
  })
})

it('refers to a file for the body of a write', () => {
  expect(texts('POST', '/api/v1/namespaces', 'kubectl')).toEqual({
    kubectl: `kubectl create --raw '/api/v1/namespaces' -f body.json`,
    curl: `curl -X POST -H 'Content-Type: application/json' --data-binary @body.json "$SERVER"'/api/v1/namespaces'`,
    fetch: `await fetch("${BASE}/api/v1/namespaces", { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })`,
  })
})

it('offers no command when the client has none', () => {
  expect(Object.keys(texts('PATCH', '/api/v1/namespaces/a'))).toEqual(['curl', 'fetch'])
})

it('quotes characters that a shell would interpret', () => {
  const { svcctl, curl } = texts('DELETE', `/api/v1/pods?labelSelector=a='$(b)'`)
  expect(svcctl).toBe(`svcctl delete --raw '/api/v1/pods?labelSelector=a='\\''$(b)'\\'''`)
  expect(curl).toContain(`'\\''$(b)'\\''`)
})

it('repeats reads only, and no watch', () => {
  expect(canReplay({ method: 'GET', url: '/api/v1/pods?limit=5' })).toBe(true)
  expect(canReplay({ method: 'GET', url: '/api/v1/pods?watch=true&x=1' })).toBe(false)
  expect(canReplay({ method: 'POST', url: '/api/v1/pods' })).toBe(false)
})
