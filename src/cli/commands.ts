import type { CommandEntry } from './command.ts'

/** Commands in the order of the help; each is loaded when it is first used. */
export const commandGroups: readonly { readonly title: string; readonly commands: readonly CommandEntry[] }[] = [
  {
    title: 'Basic Commands',
    commands: [
      { name: 'create', load: () => import('./commands/create.ts').then((file) => file.create) },
      { name: 'explain', load: () => import('./commands/explain.ts').then((file) => file.explain) },
      { name: 'get', load: () => import('./commands/get.ts').then((file) => file.get) },
      { name: 'edit', load: () => import('./commands/edit.ts').then((file) => file.edit) },
      { name: 'delete', load: () => import('./commands/delete.ts').then((file) => file.deleteCommand) },
    ],
  },
  {
    title: 'Deploy Commands',
    commands: [{ name: 'scale', load: () => import('./commands/scale.ts').then((file) => file.scale) }],
  },
  {
    title: 'Cluster Management Commands',
    commands: [
      { name: 'cluster-info', load: () => import('./commands/cluster-info.ts').then((file) => file.clusterInfo) },
    ],
  },
  {
    title: 'Troubleshooting and Debugging Commands',
    commands: [
      { name: 'describe', load: () => import('./commands/describe.ts').then((file) => file.describe) },
      { name: 'auth', load: () => import('./commands/auth.ts').then((file) => file.auth) },
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
      { name: 'wait', load: () => import('./commands/wait.ts').then((file) => file.wait) },
    ],
  },
  {
    title: 'Settings Commands',
    commands: [
      { name: 'label', load: () => import('./commands/label.ts').then((file) => file.label) },
      { name: 'annotate', load: () => import('./commands/annotate.ts').then((file) => file.annotate) },
    ],
  },
  {
    title: 'Other Commands',
    commands: [
      { name: 'api-resources', load: () => import('./commands/api-resources.ts').then((file) => file.apiResources) },
      { name: 'api-versions', load: () => import('./commands/api-versions.ts').then((file) => file.apiVersions) },
      { name: 'config', load: () => import('./commands/config.ts').then((file) => file.config) },
      { name: 'version', load: () => import('./commands/version.ts').then((file) => file.version) },
    ],
  },
]
