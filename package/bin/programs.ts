import type { Program } from './program.ts'

export interface Entry {
  readonly usage: string
  readonly summary: string
  /** Programs are loaded when they run: the client starts without the server's code. */
  load(): Promise<Program>
}

/** The command that completion scripts call. The help does not list it, because no user calls it. */
const complete: Entry = {
  usage: 'WORD…',
  summary: 'Print the candidates for the last word, one a line',
  load: async () => (await import('./commands/complete.ts')).completing([...programs.keys()]),
}

export const programNamed = (name: string): Entry | undefined => (name === 'complete' ? complete : programs.get(name))

/** The commands in the order of the help. */
export const programs: ReadonlyMap<string, Entry> = new Map(
  Object.entries({
    serve: {
      usage: '[FLAGS] [--handlers FOLDER]',
      summary: 'Serve a cluster over HTTP or HTTPS, with the handlers of a folder; --help lists the flags',
      load: async () => (await import('./commands/serve.ts')).serve,
    },
    kubectl: {
      usage: 'COMMAND',
      summary: 'Run a kubectl command against the server of the kubeconfig',
      load: async () => (await import('./commands/kubectl.ts')).kubectl,
    },
    svcctl: {
      usage: 'COMMAND',
      summary: 'Run the same client with the neutral names of the svc dialect',
      load: async () => (await import('./commands/svcctl.ts')).svcctl,
    },
    check: {
      usage: 'FILE|FOLDER…',
      summary: 'Check manifests against a fresh server; exits with 1 when it refuses one',
      load: async () => (await import('./commands/check.ts')).check,
    },
    apply: {
      usage: '--check FILE|FOLDER…',
      summary: 'The same as check',
      load: async () => (await import('./commands/apply.ts')).apply,
    },
    scenario: {
      usage: 'test FILE|FOLDER… [--watch] [--junit FILE] [--budget SECONDS]',
      summary: 'Play scenarios: each check must be false before the solution of its step and true after it',
      load: async () => (await import('./commands/scenario.ts')).scenario,
    },
    docs: {
      usage: "test 'docs/**/*.md' [--dialect NAME] [--junit FILE]",
      summary: 'Play the marked code blocks of Markdown pages and compare their outputs',
      load: async () => (await import('./commands/docs.ts')).docs,
    },
    'envtest-assets': {
      usage: 'FOLDER [FLAGS]',
      summary: 'Write kube-apiserver, etcd and kubectl for KUBEBUILDER_ASSETS; FLAGS are passed to kube-apiserver',
      load: async () => (await import('./commands/envtest-assets.ts')).envtestAssets,
    },
    'kube-apiserver': {
      usage: '[FLAGS]',
      summary: 'Serve with the command line of kube-apiserver',
      load: async () => (await import('./commands/kube-apiserver.ts')).kubeApiserver,
    },
    etcd: {
      usage: '--listen-client-urls=URL',
      summary: 'Answer health checks in place of etcd; the server then keeps the cluster in memory',
      load: async () => (await import('./commands/etcd.ts')).etcd,
    },
    completion: {
      usage: 'bash|zsh|fish',
      summary: 'Print a completion script: source <(tabplane completion bash)',
      load: async () => (await import('./commands/completion.ts')).completion,
    },
    version: {
      usage: '',
      summary: 'Print the version',
      load: async () => (await import('./commands/version.ts')).version,
    },
  }),
)

export function help(): string {
  const rows = [...programs].map(
    ([name, { usage, summary }]) => [`  tabplane ${name} ${usage}`.trimEnd(), summary] as const,
  )
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return ['Usage:', ...rows.map(([left, right]) => left.padEnd(width) + right), '', EXIT_CODES].join('\n')
}

/** The help of one command. */
export const usageOf = (name: string, { usage, summary }: Entry): string =>
  `Usage: tabplane ${name} ${usage}`.trimEnd() + `\n${summary}.\n\n${EXIT_CODES}`

const EXIT_CODES =
  'Exit codes: 0 done; 1 the command failed, or a server, check, page or scenario refused; 2 a wrong command line.'
