import * as webernetes from '@ngrok/webernetes'
import type { ClusterHandle } from '../../src/cluster/cluster.ts'
import { connect } from '../../src/cluster/cluster.ts'
import type { Fetch } from '../api-subject.ts'
import { apiSubject } from '../api-subject.ts'
import { compare } from '../measure.ts'
import type { Figures, Plan } from '../subject.ts'
import { webernetesSubject } from '../webernetes-subject.ts'

interface Bench {
  port(plan: Plan): Promise<{ ours: Figures; peer: Figures }>
  serviceWorker(plan: Plan): Promise<{ ours: Figures; port: Figures }>
}

declare global {
  /** What the benchmark drives in the page. */
  var bench: Bench
}

const clusters = connect()

async function cluster() {
  return (await clusters).create({ dialect: 'k8s' })
}

const through =
  (handle: ClusterHandle): Fetch =>
  (path, init) =>
    handle.fetch(path, init)

async function controlled(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller !== null) return
  await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
}

globalThis.bench = {
  async port(plan) {
    const handle = await cluster()
    return compare({ ours: apiSubject(through(handle)), peer: await webernetesSubject(webernetes) }, plan)
  },
  async serviceWorker(plan) {
    await controlled()
    const [behind, direct] = [await cluster(), await cluster()]
    return compare(
      { ours: apiSubject((path, init) => fetch(`${behind.baseUrl}${path}`, init)), port: apiSubject(through(direct)) },
      plan,
    )
  },
}
