import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Served } from '../clients/serve-process.ts'
import { serve } from '../clients/serve-process.ts'
import { EtcdProcess } from './etcd-process.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'

describe('npm run serve -- --etcd-servers', () => {
  let etcd: EtcdProcess
  const started: Served[] = []
  const start = async (...flags: string[]): Promise<Served> => {
    const served = await serve(['--port=0', `--etcd-servers=${etcd.url}`, ...flags])
    started.push(served)
    return served
  }

  beforeAll(async () => {
    etcd = await EtcdProcess.start()
  })
  afterAll(async () => {
    await Promise.all(started.map((one) => one.stop()))
    await etcd.close()
  })

  it('makes several processes serve one cluster, which remains when they end, and separates prefixes', async () => {
    const [a, b] = await Promise.all([start(), start()])
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'm' }, data: { a: 'b' } })
    const watched = await fetch(`${b.url}${MAPS}?watch=1&resourceVersion=0`)
    const made = await fetch(`${a.url}${MAPS}`, { method: 'POST', headers, body })
    expect(made.status).toBe(201)
    const object: unknown = await made.json()
    expect(await (await fetch(`${b.url}${MAPS}/m`)).json()).toEqual(object)
    const reader = (watched.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
    let seen = ''
    while (!seen.includes('"name":"m"')) seen += (await reader.read()).value ?? ''
    await reader.cancel()
    // The history of one server shows the author of a write on another.
    const history = await (await fetch(`${b.url}/debug/history?resource=configmaps&name=m`)).json()
    expect(history).toMatchObject({ items: [{ type: 'ADDED', user: 'system:anonymous', verb: 'create' }] })
    await Promise.all([a.stop(), b.stop()])
    const c = await start()
    expect(await (await fetch(`${c.url}${MAPS}/m`)).json()).toEqual(object)
    const other = await start('--etcd-prefix=/other')
    expect((await fetch(`${other.url}${MAPS}/m`)).status).toBe(404)
  })

  it('refuses two data sources, and an address of etcd without a scheme', async () => {
    await expect(start('--data-dir=/nowhere')).rejects.toThrow('--data-dir or --etcd-servers')
    await expect(start('--etcd-servers=localhost:2379')).rejects.toThrow('--etcd-servers takes URLs')
  })
})
