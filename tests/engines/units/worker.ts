import { startTests } from 'vitest/internal/browser'
import type { FileResult, RunFiles, UnitsMessage } from './messages.ts'
import { builtName } from './messages.ts'

// Runs unit tests with vitest's own runner, in the worker of a page.

type Runner = Parameters<typeof startTests>[1]
type Task = Awaited<ReturnType<typeof startTests>>[number]['tasks'][number]

/** Milliseconds in which one test or hook must end: a guard against a hang. */
const PATIENCE = 600_000

const config = {
  root: '/',
  name: '',
  setupFiles: [],
  passWithNoTests: false,
  testNamePattern: undefined,
  allowOnly: false,
  sequence: { shuffle: false, concurrent: false, seed: 0, hooks: 'stack', setupFiles: 'list' },
  chaiConfig: undefined,
  maxConcurrency: 1,
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
  retry: 0,
  includeTaskLocation: false,
  diffOptions: undefined,
  tags: [],
  tagsFilter: undefined,
  strictTags: false,
  expect: { poll: { timeout: 60_000 } },
  snapshotOptions: { expand: false },
} as const

// `expect` and `vi` read the settings of the run here, as in vitest's own workers.
Object.assign(globalThis, { __vitest_worker__: { config, environment: { name: 'worker' }, durations: {} } })

const runner = {
  config,
  importFile: (file: string) => import(`/${builtName(file)}`),
} as unknown as Runner

async function run(file: string): Promise<FileResult> {
  const [result] = await startTests([file], runner)
  if (result === undefined) throw new Error(`${file} was not run`)
  const tests = testsOf(result.tasks, '')
  const failures = tests.flatMap(({ name, task }) => faultsOf(name, task))
  return {
    file,
    passed: tests.filter(({ task }) => task.result?.state === 'pass').length,
    skipped: tests.filter(({ task }) => task.mode !== 'run').length,
    // An error outside of a test, such as one of an import, belongs to the file.
    failures: [...faultsOf('', result), ...failures],
  }
}

const testsOf = (tasks: readonly Task[], parent: string): { name: string; task: Task }[] =>
  tasks.flatMap((task) => {
    const name = `${parent} > ${task.name}`
    return task.type === 'suite' ? [...testsOf(task.tasks, name)] : [{ name, task }]
  })

const faultsOf = (name: string, { result }: Pick<Task, 'result'>): FileResult['failures'] =>
  result?.state === 'fail'
    ? (result.errors ?? []).map(({ message, stack }) => ({
        name,
        message: [message, stack].filter(Boolean).join('\n'),
      }))
    : []

self.addEventListener('message', ({ data: { files } }: MessageEvent<RunFiles>) => {
  const post = (message: UnitsMessage): void => self.postMessage(message)
  const runAll = async (): Promise<void> => {
    // The settings of a run, for all its files.
    await import('../../patient-waits.ts')
    for (const file of files) post({ result: await run(file) })
    post({ done: true })
  }
  runAll().catch((error: unknown) =>
    setTimeout(() => {
      throw error
    }),
  )
})
