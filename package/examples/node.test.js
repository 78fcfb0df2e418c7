import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useCluster } from 'tabplane/node-test'
import { openShop, writeMenu } from './shop.js'

const cluster = useCluster({ clock: 'virtual', controllers: ['*'] }, openShop)

test('writes the menu again after a conflict', async () => {
  cluster().faults.on({ verb: 'patch', resource: 'configmaps' }, { status: 409, times: 1 })
  assert.equal(await writeMenu(cluster().fetch, ['soup']), 201)
})

test('begins with a shop without a menu', async () => {
  assert.equal((await cluster().fetch('/api/v1/namespaces/shop/configmaps/menu')).status, 404)
})

test('a Job that failed is deleted after its TTL, without waiting', async () => {
  const { fetch, advance } = cluster()
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'clean', image: 'clean' }] } }
  const job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'clean' },
    spec: { activeDeadlineSeconds: 60, ttlSecondsAfterFinished: 3600, template },
  }
  const jobs = '/apis/batch/v1/namespaces/shop/jobs'
  const headers = { 'Content-Type': 'application/json' }
  await fetch(jobs, { method: 'POST', headers, body: JSON.stringify(job) })
  await advance(61_000)
  const failed = await (await fetch(`${jobs}/clean`)).json()
  assert.equal(failed.status.conditions.find(({ type }) => type === 'Failed').reason, 'DeadlineExceeded')
  await advance(2 * 3600_000)
  assert.equal((await fetch(`${jobs}/clean`)).status, 404)
})
