import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../api/json.ts'
import { dialects } from '../../dialect/dialect.ts'
import { buildCatalog } from '../catalog.ts'

async function behaviour(storage: string, allowsPrivileged?: boolean) {
  const catalog = buildCatalog({ dialect: dialects.k8s, allowsPrivileged })
  const facts = catalog.stored(storage)
  if (facts === undefined) throw new Error(`the catalog has no ${storage}`)
  return (await catalog.resolve(facts)).behaviour
}

const container = (securityContext: JsonObject): JsonObject => ({
  name: 'a',
  image: 'a',
  imagePullPolicy: 'Always',
  terminationMessagePolicy: 'File',
  securityContext,
})

const PRIVILEGED = container({ privileged: true })

const podSpec = (more: JsonObject): JsonObject => ({ restartPolicy: 'Always', dnsPolicy: 'Default', ...more })

const WITH_PRIVILEGED = podSpec({ containers: [PRIVILEGED], initContainers: [{ ...PRIVILEGED, name: 'b' }] })

const pod = (spec: JsonObject): JsonObject => ({ kind: 'Pod', metadata: { name: 'a', namespace: 'd' }, spec })

const template = { metadata: { labels: { a: 'b' } }, spec: WITH_PRIVILEGED }

const daemonSet: JsonObject = {
  kind: 'DaemonSet',
  metadata: { name: 'a', namespace: 'd' },
  spec: { selector: { matchLabels: { a: 'b' } }, updateStrategy: { type: 'OnDelete' }, template },
}

const textsOf = (faults: readonly { readonly field: string; readonly message: string }[] = []): string[] =>
  faults.map(({ field, message }) => `${field}: ${message}`)

const refusals = (holder: string): string[] =>
  ['containers', 'initContainers'].map(
    (list) => `${holder}.${list}[0].securityContext.privileged: Forbidden: disallowed by cluster policy`,
  )

describe('a cluster without privileged containers', () => {
  it('refuses them in pods and in templates, and in updates that keep them', async () => {
    const ofPods = await behaviour('pods', false)
    const privileged = pod(WITH_PRIVILEGED)
    expect(textsOf(ofPods.validate?.(privileged))).toEqual(refusals('spec'))
    expect(textsOf(ofPods.validateUpdate?.(privileged, privileged, ''))).toEqual(refusals('spec'))
    const { validate } = await behaviour('apps/daemonsets', false)
    expect(textsOf(validate?.(daemonSet))).toEqual(refusals('spec.template.spec'))
  })

  it('refuses a privileged container that is added to a running pod', async () => {
    const { validateUpdate } = await behaviour('pods', false)
    const running = pod(podSpec({ containers: [container({ privileged: false })] }))
    const debugged = pod(
      podSpec({ ...(running['spec'] as JsonObject), ephemeralContainers: [{ ...PRIVILEGED, name: 'b' }] }),
    )
    expect(textsOf(validateUpdate?.(debugged, running, 'ephemeralcontainers'))).toEqual([
      'spec.ephemeralContainers[0].securityContext.privileged: Forbidden: disallowed by cluster policy',
    ])
  })

  it('refuses host-process containers', async () => {
    const spec = podSpec({
      containers: [container({ windowsOptions: { hostProcess: true } })],
      hostNetwork: true,
    })
    expect(textsOf((await behaviour('pods', false)).validate?.(pod(spec)))).toEqual([
      'spec: Forbidden: hostProcess containers are disallowed by cluster policy',
    ])
  })

  it('is not the default', async () => {
    expect(textsOf((await behaviour('pods')).validate?.(pod(WITH_PRIVILEGED)))).toEqual([])
    expect(textsOf((await behaviour('apps/daemonsets', true)).validate?.(daemonSet))).toEqual([])
  })
})
