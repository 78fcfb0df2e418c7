import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../api/object.ts'
import { contextOf, podOf, requestOf, runPlugin } from '../admission-fixture.ts'
import { objectOf, objectsOf, specOf } from '../object-parts.ts'
import { serviceAccount } from './service-account.ts'

const account = (name: string, parts: ApiObject = {}): ApiObject => ({
  ...parts,
  metadata: { name, namespace: 'n', ...parts.metadata },
})
const serviceaccounts = [
  account('default', { imagePullSecrets: [{ name: 'pull' }] }),
  account('quiet', { automountServiceAccountToken: false }),
  account('strict', {
    secrets: [{ name: 'ok' }],
    metadata: { annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } },
  }),
]
const context = contextOf({ objects: { serviceaccounts } })
const plugin = serviceAccount(context)
const MOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'

describe('ServiceAccount', () => {
  it('shares one frozen token volume among all pods', async () => {
    const pods = [podOf(), podOf()]
    for (const pod of pods) await runPlugin(plugin, requestOf(pod))
    const [first, second] = pods.map((pod) => objectOf(objectsOf(specOf(pod), 'volumes')[0] ?? {}, 'projected'))
    expect(first).toBe(second)
    expect(() => objectsOf(first ?? {}, 'sources').forEach((source) => (source['secret'] = {}))).toThrow(TypeError)
  })

  it('adds the default account, its token and its pull secrets to a pod', async () => {
    const pod = podOf({ initContainers: [{ name: 'i', volumeMounts: [{ name: 'own', mountPath: MOUNT }] }] })
    await runPlugin(plugin, requestOf(pod))
    expect(pod['spec']).toMatchObject({
      serviceAccountName: 'default',
      serviceAccount: 'default',
      imagePullSecrets: [{ name: 'pull' }],
      containers: [{ volumeMounts: [{ name: expect.stringMatching(/^kube-api-access-\w{5}$/), mountPath: MOUNT }] }],
      initContainers: [{ volumeMounts: [{ name: 'own' }] }],
      volumes: [{ projected: { defaultMode: 420 } }],
    })
  })

  it('mounts no token when the account or the pod disables it', async () => {
    const quiet = podOf({ serviceAccountName: 'quiet' })
    const own = podOf({ automountServiceAccountToken: false })
    await runPlugin(plugin, requestOf(quiet))
    await runPlugin(plugin, requestOf(own))
    for (const { spec } of [quiet, own]) expect(spec).not.toHaveProperty('volumes')
  })

  it('refuses missing accounts', async () => {
    await expect(runPlugin(plugin, requestOf(podOf({ serviceAccountName: 'nope' })))).rejects.toThrow(
      'pods "p" is forbidden: error looking up service account n/nope: serviceaccount "nope" not found',
    )
  })

  it('looks up no account whose name is invalid in a path', async () => {
    await expect(runPlugin(plugin, requestOf(podOf({ serviceAccountName: 'a%b' })))).rejects.toThrow(
      `error looking up service account n/a%b: invalid resource name "a%b": [may not contain '%']`,
    )
  })

  it('waits for the default account of a new namespace', async () => {
    const later: ApiObject[] = []
    const waiting = contextOf({ objects: { serviceaccounts: later } })
    const done = runPlugin(serviceAccount(waiting), requestOf(podOf()))
    later.push(account('default'))
    waiting.clock.advance(200)
    await done
  })

  it('restricts pods to the secrets of an account that enforces them', async () => {
    const strict = (spec: ApiObject) => runPlugin(plugin, requestOf(podOf({ serviceAccountName: 'strict', ...spec })))
    await strict({ volumes: [{ name: 'v', secret: { secretName: 'ok' } }] })
    await expect(strict({ volumes: [{ name: 'v', secret: { secretName: 'bad' } }] })).rejects.toThrow(
      'volume with secret.secretName="bad" is not allowed because service account strict does not reference that secret',
    )
    const env = [{ name: 'E', valueFrom: { secretKeyRef: { name: 'bad', key: 'k' } } }]
    const ephemeral = podOf({ serviceAccountName: 'strict', ephemeralContainers: [{ name: 'e', env }] })
    const request = requestOf(ephemeral, { operation: 'UPDATE', subresource: 'ephemeralcontainers' })
    await expect(runPlugin(plugin, request)).rejects.toMatchObject({ code: 500 })
  })

  it('adds nothing to a mirror pod, and refuses a mirror pod that names an account', async () => {
    const mirror = { annotations: { 'kubernetes.io/config.mirror': 'x' } }
    const pod = podOf({}, mirror)
    await runPlugin(plugin, requestOf(pod))
    expect(pod['spec']).not.toHaveProperty('serviceAccountName')
    await expect(runPlugin(plugin, requestOf(podOf({ serviceAccountName: 'default' }, mirror)))).rejects.toThrow(
      'a mirror pod may not reference service accounts',
    )
  })
})
