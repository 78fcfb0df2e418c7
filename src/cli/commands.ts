import type { CommandEntry } from './command.ts'

/** Commands in the order of the help; each is loaded when it is first used. */
export const commandGroups: readonly { readonly title: string; readonly commands: readonly CommandEntry[] }[] = [
  {
    title: 'Basic Commands',
    commands: [
      { name: 'create', load: () => import('./commands/create.ts').then((file) => file.create) },
      { name: 'expose', load: () => import('./commands/expose.ts').then((file) => file.expose) },
      { name: 'run', load: () => import('./commands/run.ts').then((file) => file.run) },
      { name: 'set', load: () => import('./commands/set.ts').then((file) => file.set) },
      { name: 'explain', load: () => import('./commands/explain.ts').then((file) => file.explain) },
      { name: 'get', load: () => import('./commands/get.ts').then((file) => file.get) },
      { name: 'edit', load: () => import('./commands/edit.ts').then((file) => file.edit) },
      { name: 'delete', load: () => import('./commands/delete.ts').then((file) => file.deleteCommand) },
    ],
  },
  {
    title: 'Deploy Commands',
    commands: [
      { name: 'rollout', load: () => import('./commands/rollout.ts').then((file) => file.rollout) },
      { name: 'scale', load: () => import('./commands/scale.ts').then((file) => file.scale) },
      { name: 'autoscale', load: () => import('./commands/autoscale.ts').then((file) => file.autoscale) },
    ],
  },
  {
    title: 'Cluster Management Commands',
    commands: [
      { name: 'certificate', load: () => import('./commands/certificate.ts').then((file) => file.certificate) },
      { name: 'cluster-info', load: () => import('./commands/cluster-info.ts').then((file) => file.clusterInfo) },
      { name: 'top', load: () => import('./commands/top.ts').then((file) => file.top) },
      { name: 'cordon', load: () => import('./commands/cordon.ts').then((file) => file.cordon) },
      { name: 'uncordon', load: () => import('./commands/cordon.ts').then((file) => file.uncordon) },
      { name: 'drain', load: () => import('./commands/drain.ts').then((file) => file.drain) },
      { name: 'taint', load: () => import('./commands/taint.ts').then((file) => file.taint) },
    ],
  },
  {
    title: 'Troubleshooting and Debugging Commands',
    commands: [
      { name: 'describe', load: () => import('./commands/describe.ts').then((file) => file.describe) },
      { name: 'logs', load: () => import('./commands/logs.ts').then((file) => file.logs) },
      { name: 'attach', load: () => import('./commands/attach.ts').then((file) => file.attach) },
      { name: 'exec', load: () => import('./commands/exec.ts').then((file) => file.exec) },
      { name: 'port-forward', load: () => import('./commands/port-forward.ts').then((file) => file.portForward) },
      { name: 'proxy', load: () => import('./commands/proxy.ts').then((file) => file.proxy) },
      { name: 'cp', load: () => import('./commands/cp.ts').then((file) => file.cp) },
      { name: 'auth', load: () => import('./commands/auth.ts').then((file) => file.auth) },
      { name: 'debug', load: () => import('./commands/debug.ts').then((file) => file.debug) },
      { name: 'events', load: () => import('./commands/events.ts').then((file) => file.events) },
    ],
  },
  {
    title: 'Advanced Commands',
    commands: [
      { name: 'diff', load: () => import('./commands/diff.ts').then((file) => file.diff) },
      { name: 'apply', load: () => import('./commands/apply.ts').then((file) => file.apply) },
      { name: 'patch', load: () => import('./commands/patch.ts').then((file) => file.patch) },
      { name: 'replace', load: () => import('./commands/replace.ts').then((file) => file.replace) },
      { name: 'kustomize', load: () => import('./commands/kustomize.ts').then((file) => file.kustomize) },
      { name: 'wait', load: () => import('./commands/wait.ts').then((file) => file.wait) },
    ],
  },
  {
    title: 'Settings Commands',
    commands: [
      { name: 'label', load: () => import('./commands/label.ts').then((file) => file.label) },
      { name: 'annotate', load: () => import('./commands/annotate.ts').then((file) => file.annotate) },
      { name: 'completion', load: () => import('./commands/completion.ts').then((file) => file.completion) },
    ],
  },
  {
    title: 'Other Commands',
    commands: [
      { name: 'api-resources', load: () => import('./commands/api-resources.ts').then((file) => file.apiResources) },
      { name: 'api-versions', load: () => import('./commands/api-versions.ts').then((file) => file.apiVersions) },
      { name: 'config', load: () => import('./commands/config.ts').then((file) => file.config) },
      { name: 'plugin', load: () => import('./commands/plugin.ts').then((file) => file.plugin) },
      { name: 'version', load: () => import('./commands/version.ts').then((file) => file.version) },
    ],
  },
]

/** Commands that no help lists. */
export const hiddenCommands: readonly CommandEntry[] = [
  { name: 'alpha', load: () => import('./commands/alpha.ts').then((file) => file.alpha) },
]

const LAST = ['config', 'plugin', 'version', 'api-versions', 'api-resources', 'options']

/** The names that a mistyped command is compared with, in the order in which kubectl adds its commands. */
export const suggestedNames: readonly string[] = [
  ...commandGroups.flatMap(({ commands }) => commands.map(({ name }) => name)).filter((name) => !LAST.includes(name)),
  ...LAST,
]
