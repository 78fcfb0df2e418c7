import type { JsonObject } from '../../../worker/api/json.ts'
import { objectOrEmpty } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { withoutFields } from '../without-fields.ts'
import { containersOf, specOf } from '../pod-specs.ts'

/** The styles of debugging: a container added to the pod, a copy of the pod, or a pod on a node. */
export type Style = 'ephemeral' | 'copy' | 'node'

/** The changes that a profile makes to the debugging container and its pod. */
interface Profile {
  container?(container: JsonObject, style: Style): JsonObject
  pod?(pod: ApiObject, style: Style): ApiObject
  /** In the style `node`, the container has the file system of the node at `/host`. */
  readonly mountsRoot?: boolean
}

const securityOf = ({ securityContext }: JsonObject): JsonObject => objectOrEmpty(securityContext)

const withSecurityContext = (container: JsonObject, more: JsonObject): JsonObject => ({
  ...container,
  securityContext: { ...securityOf(container), ...more },
})

function withCapabilities(container: JsonObject, names: readonly string[]): JsonObject {
  const { capabilities } = securityOf(container)
  const known = objectOrEmpty(capabilities)
  const added = Array.isArray(known.add) ? known.add : []
  return withSecurityContext(container, { capabilities: { ...known, add: [...added, ...names] } })
}

const withoutSecurityContext = (container: JsonObject): JsonObject => withoutFields(container, ['securityContext'])

const inHostNamespaces = (pod: ApiObject): ApiObject => ({
  ...pod,
  spec: { ...specOf(pod), hostNetwork: true, hostPID: true, hostIPC: true },
})

const sharingProcesses = (pod: ApiObject): ApiObject => ({
  ...pod,
  spec: { ...specOf(pod), shareProcessNamespace: specOf(pod).shareProcessNamespace ?? true },
})

/**
 * The pod without labels and probes: no Service or controller selects it, and no probe restarts its containers.
 */
function isolated(pod: ApiObject): ApiObject {
  const containers = containersOf(specOf(pod)).map((each) =>
    withoutFields(each, ['livenessProbe', 'readinessProbe', 'startupProbe']),
  )
  const { labels: _, ...metadata } = pod.metadata ?? {}
  return { ...pod, metadata, spec: { ...specOf(pod), containers } }
}

const inHostOrSharing = (pod: ApiObject, style: Style): ApiObject => {
  if (style === 'node') return inHostNamespaces(pod)
  return style === 'copy' ? sharingProcesses(pod) : pod
}

const PROFILES: ReadonlyMap<string, Profile> = new Map<string, Profile>([
  ['legacy', { mountsRoot: true, pod: (pod, style) => (style === 'node' ? inHostNamespaces(pod) : pod) }],
  [
    'general',
    {
      mountsRoot: true,
      container: (container, style) =>
        style === 'node' ? withoutSecurityContext(container) : withCapabilities(container, ['SYS_PTRACE']),
      pod: (pod, style) => inHostOrSharing(style === 'copy' ? isolated(pod) : pod, style),
    },
  ],
  [
    'baseline',
    {
      container: withoutSecurityContext,
      pod: (pod, style) => (style === 'copy' ? sharingProcesses(isolated(pod)) : pod),
    },
  ],
  [
    'restricted',
    {
      container: (container) =>
        withSecurityContext(withoutSecurityContext(container), {
          runAsNonRoot: true,
          capabilities: { drop: ['ALL'] },
          allowPrivilegeEscalation: false,
          seccompProfile: { type: 'RuntimeDefault' },
        }),
      pod: (pod, style) => (style === 'copy' ? sharingProcesses(pod) : pod),
    },
  ],
  ['netadmin', { container: (each) => withCapabilities(each, ['NET_ADMIN', 'NET_RAW']), pod: inHostOrSharing }],
  [
    'sysadmin',
    { mountsRoot: true, container: (each) => withSecurityContext(each, { privileged: true }), pod: inHostOrSharing },
  ],
])

/** Whether the name is a value of `--profile`. */
export const isProfile = (name: string): boolean => PROFILES.has(name)

/** The pod with the changes of a profile for the named container. */
export function profiled(pod: ApiObject, profile: string, container: string, style: Style): ApiObject {
  const chosen = PROFILES.get(profile) ?? {}
  const mounts = style === 'node' && chosen.mountsRoot === true
  const changed = withContainer(chosen.pod?.(pod, style) ?? pod, container, (each) => {
    const made = chosen.container?.(each, style) ?? each
    return mounts ? { ...made, volumeMounts: [{ mountPath: '/host', name: 'host-root' }] } : made
  })
  if (!mounts) return changed
  const volumes = [{ name: 'host-root', hostPath: { path: '/' } }]
  return { ...changed, spec: { ...specOf(changed), volumes } }
}

/** The lists of containers in a pod's spec, in the order in which kubectl searches them. */
const LISTS = ['initContainers', 'containers', 'ephemeralContainers'] as const

/** The pod with a change of the first container of the name. A pod may have another one with the same name. */
export function withContainer(
  pod: ApiObject,
  name: string,
  change: (container: JsonObject) => JsonObject,
  lists: readonly string[] = LISTS,
): ApiObject {
  const spec = specOf(pod)
  for (const list of lists) {
    const all = containersOf(spec, list)
    const at = all.findIndex((each) => each.name === name)
    if (at < 0) continue
    const changed = all.map((each, index) => (index === at ? change(each) : each))
    return { ...pod, spec: { ...spec, [list]: changed } }
  }
  return pod
}
