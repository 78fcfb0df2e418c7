import { expect, it } from 'vitest'
import { contextOf, podOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { defaultTolerationSeconds } from './default-toleration-seconds.ts'

it('adds the tolerations that a pod lacks', async () => {
  const plugin = defaultTolerationSeconds(contextOf({ tolerationSeconds: { notReady: 10, unreachable: 20 } }))
  const own = { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute', operator: 'Exists' }
  const pod = podOf({ tolerations: [own] })
  const brave = podOf({ tolerations: [{ operator: 'Exists' }] })
  for (const one of [pod, brave]) await runPlugin(plugin, requestOf(one))
  expect(pod['spec']).toMatchObject({
    tolerations: [own, { key: 'node.kubernetes.io/unreachable', tolerationSeconds: 20 }],
  })
  expect(brave['spec']).toMatchObject({ tolerations: { length: 1 } })
})
