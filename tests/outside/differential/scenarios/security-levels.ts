import type { Case } from '../../../conformance/case.ts'
import { type Dice, dice, pickFrom } from '../../../fuzz/dice.ts'
import { CORE, groupPath, patch, post, scenario } from './steps.ts'

type Members = Record<string, unknown>

/** Keeps the choices of one case apart from the choices of the next seeds. */
const SEED_FACTOR = 6007
const PER_CASE = 40
const NAMESPACE = '/api/v1/namespaces/${ns}'
const LABEL = 'pod-security.kubernetes.io'

const CAPABILITIES = ['ALL', 'all', 'NET_BIND_SERVICE', 'CHOWN', 'SYS_ADMIN', 'NET_RAW', 'KILL', 'AUDIT_WRITE', 'CAP_CHOWN', ''] // prettier-ignore
const SECCOMP = [{ type: 'RuntimeDefault' }, { type: 'Unconfined' }, { type: 'Localhost', localhostProfile: 'a' }]
const APPARMOR = [{ type: 'RuntimeDefault' }, { type: 'Unconfined' }, { type: 'Localhost', localhostProfile: 'a' }]
const SELINUX: readonly Members[] = [{ type: 'container_t' }, { type: 'container_init_t' }, { type: 'container_kvm_t' }, { type: 'container_engine_t' }, { type: 'x' }, { type: '' }, { user: 'u' }, { role: 'r' }, { level: 's0' }, { type: 'spc_t', user: 'u', role: 'r' }] // prettier-ignore
const SYSCTLS = ['kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.tcp_syncookies', 'net.ipv4.ping_group_range', 'net.ipv4.ip_unprivileged_port_start', 'net.ipv4.ip_local_reserved_ports', 'net.ipv4.tcp_keepalive_time', 'net.ipv4.tcp_fin_timeout', 'kernel.msgmax', 'net/ipv4/tcp_rmem'] // prettier-ignore
const VOLUMES: readonly Members[] = [
  { hostPath: { path: '/' } },
  { emptyDir: {} },
  { nfs: { server: 's', path: '/p' } },
  { secret: { secretName: 's' } },
  { csi: { driver: 'd.e' } },
  { iscsi: { targetPortal: 't', iqn: 'iqn.2001-04.com.example:x', lun: 0 } },
  { ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } } } } },
  { projected: { sources: [] } },
  { gitRepo: { repository: 'r' } },
  { rbd: { monitors: ['m'], image: 'i' } },
  { cephfs: { monitors: ['m'] } },
  { glusterfs: { endpoints: 'e', path: 'p' } },
  { awsElasticBlockStore: { volumeID: 'v' } },
  { fc: { targetWWNs: ['w'], lun: 1 } },
  { persistentVolumeClaim: { claimName: 'c' } },
  {},
] // prettier-ignore

const some = (roll: Dice, chance: number, members: () => Members): Members => (roll.chance(chance) ? members() : {})
const profiles = (roll: Dice): Members => ({
  ...some(roll, 0.3, () => ({ seccompProfile: pickFrom(roll, SECCOMP) })),
  ...some(roll, 0.15, () => ({ appArmorProfile: pickFrom(roll, APPARMOR) })),
  ...some(roll, 0.2, () => ({ seLinuxOptions: pickFrom(roll, SELINUX) })),
  ...some(roll, 0.12, () => ({ windowsOptions: { hostProcess: roll.chance(0.7), ...some(roll, 0.3, () => ({ runAsUserName: 'u' })) } })), // prettier-ignore
  ...some(roll, 0.35, () => ({ runAsNonRoot: roll.chance(0.7) })),
  ...some(roll, 0.25, () => ({ runAsUser: pickFrom(roll, [0, 0, 1, 1000]) })),
})

const container = (roll: Dice, name: string): Members => ({
  name,
  image: 'i',
  ...some(roll, 0.85, () => ({
    securityContext: {
      ...profiles(roll),
      ...some(roll, 0.1, () => ({ privileged: roll.chance(0.7) })),
      ...some(roll, 0.5, () => ({ allowPrivilegeEscalation: roll.chance(0.3) })),
      ...some(roll, 0.15, () => ({ procMount: pickFrom(roll, ['Default', 'Unmasked', 'x']) })),
      ...some(roll, 0.6, () => ({
        capabilities: {
          ...some(roll, 0.5, () => ({ add: Array.from({ length: 1 + roll.below(2) }, () => pickFrom(roll, CAPABILITIES)) })), // prettier-ignore
          ...some(roll, 0.8, () => ({ drop: roll.chance(0.7) ? ['ALL'] : [pickFrom(roll, CAPABILITIES)] })),
        },
      })),
    },
  })),
  ...some(roll, 0.15, () => ({ ports: [{ containerPort: 80, hostPort: pickFrom(roll, [0, 80, 8080]) }, { containerPort: 81, name: 'b', hostPort: pickFrom(roll, [0, 81]) }] })), // prettier-ignore
})

const annotations = (roll: Dice): Members =>
  some(roll, 0.15, () => ({
    annotations: {
      ...some(roll, 0.6, () => ({ [`container.apparmor.security.beta.kubernetes.io/${pickFrom(roll, ['a', 'b', 'none'])}`]: pickFrom(roll, ['runtime/default', 'unconfined', 'localhost/x', '', 'x']) })), // prettier-ignore
      ...some(roll, 0.4, () => ({ 'seccomp.security.alpha.kubernetes.io/pod': pickFrom(roll, ['runtime/default', 'unconfined', 'localhost/x', 'x']) })), // prettier-ignore
      ...some(roll, 0.3, () => ({ 'container.seccomp.security.alpha.kubernetes.io/a': pickFrom(roll, ['docker/default', 'unconfined']) })), // prettier-ignore
    },
  }))

/** A pod, each part of which may violate a control of the Pod Security Standards. */
const randomPod = (roll: Dice): Members => ({
  metadata: { name: 'p', labels: { a: 'b' }, ...annotations(roll) },
  spec: {
    containers: [container(roll, 'a'), ...(roll.chance(0.4) ? [container(roll, 'b')] : [])],
    ...some(roll, 0.25, () => ({ initContainers: [container(roll, 'i')] })),
    ...some(roll, 0.6, () => ({
      securityContext: {
        ...profiles(roll),
        ...some(roll, 0.2, () => ({ sysctls: Array.from({ length: 1 + roll.below(2) }, (_, i) => ({ name: SYSCTLS[(roll.below(5) * 2 + i) % SYSCTLS.length], value: '1' })) })), // prettier-ignore
        ...some(roll, 0.1, () => ({ fsGroup: 0, supplementalGroups: [0] })),
      },
    })),
    ...some(roll, 0.12, () => ({ hostNetwork: true })),
    ...some(roll, 0.08, () => ({ hostPID: true })),
    ...some(roll, 0.08, () => ({ hostIPC: true })),
    ...some(roll, 0.12, () => ({ hostUsers: roll.chance(0.5) })),
    ...some(roll, 0.12, () => ({ os: { name: pickFrom(roll, ['linux', 'windows', 'windows']) } })),
    ...some(roll, 0.35, () => ({ volumes: Array.from({ length: 1 + roll.below(3) }, (_, i) => ({ name: `v${i}`, ...pickFrom(roll, VOLUMES) })) })), // prettier-ignore
  },
})

const WORKLOADS: readonly (readonly [path: string, wrap: (pod: Members) => Members])[] = [
  [`${groupPath('apps', 'v1')}/deployments`, (template) => ({ metadata: { name: 'd' }, spec: { selector: { matchLabels: { a: 'b' } }, template } })],
  [`${groupPath('batch', 'v1')}/jobs`, (template) => ({ metadata: { name: 'j' }, spec: { template: { ...template, spec: { ...(template['spec'] as Members), restartPolicy: 'Never' } } } })],
  [`${CORE}/podtemplates`, (template) => ({ metadata: { name: 't' }, template })],
  [`${CORE}/replicationcontrollers`, (template) => ({ metadata: { name: 'r' }, spec: { selector: { a: 'b' }, template } })],
] // prettier-ignore

const VERSIONS = ['latest', 'v1.30', 'v1.29', 'v1.27', 'v1.25', 'v1.24', 'v1.23', 'v1.21', 'v1.18', 'v1.7', 'v1.0', 'v1.31', 'v1.999', 'v2.0', 'x', ''] // prettier-ignore
const LEVELS = ['baseline', 'restricted', 'privileged', 'Baseline', '']

function level(seed: number, at: number): Case {
  const roll = dice(seed * SEED_FACTOR + at)
  const mode = (name: string): Members => ({
    ...some(roll, 0.8, () => ({ [`${LABEL}/${name}`]: roll.chance(0.9) ? pickFrom(roll, LEVELS.slice(0, 2)) : pickFrom(roll, LEVELS) })), // prettier-ignore
    ...some(roll, 0.7, () => ({ [`${LABEL}/${name}-version`]: roll.chance(0.85) ? pickFrom(roll, VERSIONS.slice(0, 11)) : pickFrom(roll, VERSIONS) })), // prettier-ignore
  })
  const labels = { ...mode('enforce'), ...mode('warn'), ...mode('audit') }
  return scenario('admission', `levels-${at}`, [
    patch(NAMESPACE, { metadata: { labels } }),
    ...Array.from({ length: PER_CASE }, (_, i) => {
      if (i % 6 !== 5) return post(`${CORE}/pods?dryRun=All`, randomPod(roll))
      const [path, wrap] = pickFrom(roll, WORKLOADS)
      return post(`${path}?dryRun=All`, wrap(randomPod(roll)))
    }),
  ])
}

/** A case in which the labels of the namespace change while it has pods. */
function relabelled(seed: number, at: number): Case {
  const roll = dice(seed * SEED_FACTOR - at - 1)
  const pods = Array.from({ length: 8 }, (_, i) => {
    const one = randomPod(roll)
    return { ...one, metadata: { ...(one['metadata'] as Members), name: `p${i}` } }
  })
  return scenario('admission', `relabelled-${at}`, [
    ...pods.map((pod) => post(`${CORE}/pods`, pod)),
    ...Array.from({ length: 14 }, () =>
      patch(`${NAMESPACE}?dryRun=All`, { metadata: { labels: { [`${LABEL}/enforce`]: pickFrom(roll, LEVELS), ...some(roll, 0.6, () => ({ [`${LABEL}/enforce-version`]: pickFrom(roll, VERSIONS) })), ...some(roll, 0.2, () => ({ [`${LABEL}/warn`]: pickFrom(roll, LEVELS) })) } } }),
    ),
  ]) // prettier-ignore
}

/** Pods of every shape at each level and version of Pod security. */
export const securityLevelScenarios = (seed: number): Case[] => [
  ...Array.from({ length: 24 }, (_, at) => level(seed, at)),
  ...Array.from({ length: 4 }, (_, at) => relabelled(seed, at)),
]
