import { expect, it } from 'vitest'
import { EtcdClient } from '../../serve/etcd/etcd-client.ts'
import { EtcdProcess } from './etcd-process.ts'

it('reads one key without the keys after it, and a range up to its end', async () => {
  const etcd = await EtcdProcess.start()
  const client = new EtcdClient({ urls: [etcd.url] })
  const call = () => ({ deadline: Date.now() + 60_000 })
  const names = ['a', 'b', 'c']
  const puts = names.map((name) => ({ requestPut: { key: Buffer.from(name), value: Buffer.from(name) } }))
  await client.txn({ compare: [], success: puts, failure: [] }, call())
  const keysOf = async (request: Parameters<EtcdClient['range']>[0]) =>
    (await client.range(request, call())).kvs.map(({ key }) => key.toString())
  expect(await keysOf({ key: 'a' })).toEqual(['a'])
  expect(await keysOf({ key: Buffer.from('b') })).toEqual(['b'])
  expect(await keysOf({ key: 'a', rangeEnd: 'c' })).toEqual(['a', 'b'])
  client.close()
  await etcd.close()
})
