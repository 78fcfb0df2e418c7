import { expect, it } from 'vitest'
import { toBase64Url } from '../runtime/bytes.ts'
import { anonymous } from './anonymous.ts'
import { authenticate, identifyBy } from './authenticators.ts'
import { tokenFile } from './token-file.ts'
import { webSocketToken } from './websocket-token.ts'

const PREFIX = 'base64url.bearer.authorization.k8s.io.'
const identify = identifyBy([webSocketToken(PREFIX, [tokenFile('alice-token,alice,u-alice,\n')]), anonymous()])
const subprotocol = (token: string): string => `${PREFIX}${toBase64Url(new TextEncoder().encode(token))}`

async function usernameOf(subprotocols: string, upgrade = 'websocket'): Promise<string> {
  const headers = new Map([
    ['connection', 'Upgrade'],
    ['upgrade', upgrade],
    ['sec-websocket-protocol', subprotocols],
  ])
  const request = { method: 'GET', url: '/', headers, signal: new AbortController().signal }
  const { username } = await authenticate(identify, request, { stage: () => undefined }, () => undefined)
  return username
}

it('accepts a token that is offered together with another subprotocol', async () => {
  expect(await usernameOf(`${subprotocol('alice-token')}, v4.channel.k8s.io`)).toBe('alice')
})

it('leaves handshakes without a token, and other requests, to the next method', async () => {
  expect(await usernameOf('v4.channel.k8s.io')).toBe('system:anonymous')
  expect(await usernameOf(`${PREFIX}, v4.channel.k8s.io`)).toBe('system:anonymous')
  expect(await usernameOf(subprotocol('alice-token'), 'h2c')).toBe('system:anonymous')
})

it.each([
  ['a lone token', subprotocol('alice-token')],
  ['a wrong token', `${subprotocol('wrong')}, v4.channel.k8s.io`],
  ['two tokens', `${subprotocol('alice-token')}, ${subprotocol('alice-token')}, v4.channel.k8s.io`],
  ['another encoding', `${PREFIX}a+b=, v4.channel.k8s.io`],
  ['bytes that are not UTF-8', `${PREFIX}${toBase64Url(Uint8Array.of(0xff))}, v4.channel.k8s.io`],
])('refuses %s', async (_, subprotocols) => {
  await expect(usernameOf(subprotocols)).rejects.toThrow('Unauthorized')
})
