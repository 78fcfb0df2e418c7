import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseFlags } from '../flags.ts'
import { openAuditLog } from './open-audit-log.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'audit-'))
const policy = path.join(folder, 'policy.yaml')
const webhook = path.join(folder, 'webhook.yaml')
const log = path.join(folder, 'audit.log')
const received: string[] = []
let service: Server

beforeAll(async () => {
  service = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => received.push(chunk.toString()))
    request.on('end', () => response.end())
  })
  await new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve))
  const { port } = service.address() as AddressInfo
  writeFileSync(policy, 'kind: Policy\napiVersion: audit.k8s.io/v1\nrules: [{level: Metadata}]\n')
  writeFileSync(
    webhook,
    `current-context: c\ncontexts: [{name: c, context: {cluster: a}}]\nclusters: [{name: a, cluster: {server: "http://127.0.0.1:${port}/"}}]\n`,
  )
})

afterAll(() => {
  service.close()
  rmSync(folder, { recursive: true })
})

const open = (...args: string[]) => openAuditLog(parseFlags(['--dialect=k8s', ...args]), () => undefined)

it('sends events to the log and to the webhook', async () => {
  const audit = await open(
    `--audit-policy-file=${policy}`,
    `--audit-log-path=${log}`,
    '--audit-log-format=legacy',
    `--audit-webhook-config-file=${webhook}`,
  )
  expect(await audit.options.audit?.sink?.({ auditID: 'one', level: 'Metadata' })).toBe(true)
  // The mode of the webhook is batch, so that the event is sent at the end.
  expect(received).toEqual([])
  await audit.close()
  expect(readFileSync(log, 'utf8')).toContain('AUDIT: id="one"')
  expect(received.join('')).toContain('"items":[{"auditID":"one","level":"Metadata"}]')
})

it('records nothing without a policy', async () => {
  expect((await open(`--audit-webhook-config-file=${webhook}`)).options).toEqual({})
})

it.each([
  [['mode=x'], 'invalid audit webhook mode x, allowed modes are "batch,blocking,blocking-strict"'],
  [['version=audit.k8s.io/v1beta1'], 'invalid group version, allowed versions are ["audit.k8s.io/v1"]'],
  [['version=a/b/c'], 'unexpected GroupVersion string: a/b/c'],
  [['batch-buffer-size=0'], 'invalid audit batch webhook buffer size 0, must be a positive number'],
  [['batch-throttle-qps=0'], 'invalid audit batch webhook throttle QPS 0, must be a positive number'],
  [['batch-throttle-qps=0', 'batch-throttle-enable=false'], undefined],
  [['batch-max-size=-1', 'mode=blocking'], undefined],
  [
    ['mode=y', 'truncate-max-event-size=200', 'truncate-max-batch-size=100'],
    '[invalid audit webhook mode y, allowed modes are "batch,blocking,blocking-strict", ' +
      'invalid audit truncate webhook max batch size 100, must be greater than max event size (200)]',
  ],
])('checks the flags %j of the webhook, also without a policy', async (flags, fault) => {
  const opened = open(`--audit-webhook-config-file=${webhook}`, ...flags.map((flag) => `--audit-webhook-${flag}`))
  if (fault === undefined) await expect(opened).resolves.toBeDefined()
  else await expect(opened).rejects.toThrow(fault)
})

it('checks the flags of the log', async () => {
  await expect(open(`--audit-log-path=${log}`, '--audit-log-format=z', '--audit-log-maxage=-1')).rejects.toThrow(
    `[invalid audit log format z, allowed formats are "legacy,json", --audit-log-maxage -1 can't be a negative number]`,
  )
})

it('names a missing client configuration', async () => {
  await expect(open(`--audit-policy-file=${policy}`, '--audit-webhook-config-file=/none')).rejects.toThrow(
    'initializing audit webhook: stat /none: no such file or directory',
  )
})
