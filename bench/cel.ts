import { Environment } from '@marcbachmann/cel-js'
import { evaluate, parse } from 'cel-js'
import { compile } from '../worker/cel/cel.ts'
import { INT, STRING, listOf } from '../worker/cel/types.ts'
import { ListOf, int } from '../worker/cel/values.ts'
import { median } from './measure.ts'
import type { Row } from './row.ts'

const EXPRESSIONS: Readonly<Record<string, string>> = {
  comparison: 'replicas <= most && replicas >= 0',
  text: "name + '-x' == 'web-frontend-x' && size(name) < 63",
  macro: 'ports.all(p, p > 0 && p < 65536)',
}
const REPLICAS = 3
const MAX = 10
const PORTS = [80, 443, 8080, 9090]
const NAME = 'web-frontend'
const RUNS = 20_000
const COMPILATIONS = 300
const TURNS = 5
const GOALS = { evaluate: { times: 1 }, compile: { times: 0.3 } } as const

type Run = () => unknown

interface Implementation {
  readonly name: string
  /** Parses an expression, and checks its types if the implementation can. The returned function evaluates it. */
  compile(expression: string): Run
}

function own(): Implementation {
  const variables = new Map([
    ['replicas', INT],
    ['most', INT],
    ['name', STRING],
    ['ports', listOf(INT)],
  ])
  const activation = {
    replicas: int(BigInt(REPLICAS)),
    most: int(BigInt(MAX)),
    name: NAME,
    ports: new ListOf(PORTS.map((port) => int(BigInt(port)))),
  }
  return {
    name: 'tabplane',
    compile(expression) {
      const program = compile(expression, { variables })
      return () => {
        const outcome = program.run(activation, 1_000_000)
        return 'value' in outcome && outcome.value
      }
    },
  }
}

function marcbachmann(): Implementation {
  const environment = new Environment()
    .registerVariable('replicas', 'int')
    .registerVariable('most', 'int')
    .registerVariable('name', 'string')
    .registerVariable('ports', 'list<int>')
  const activation = { replicas: BigInt(REPLICAS), most: BigInt(MAX), name: NAME, ports: PORTS.map(BigInt) }
  return {
    name: '@marcbachmann/cel-js',
    compile(expression) {
      const run = environment.parse(expression)
      run.check()
      return () => run(activation)
    },
  }
}

function celJs(): Implementation {
  const activation = { replicas: REPLICAS, most: MAX, name: NAME, ports: PORTS }
  return {
    name: 'cel-js',
    compile(expression) {
      const parsed = parse(expression)
      if (!parsed.isSuccess) throw new Error(parsed.errors.join(', '))
      return () => evaluate(parsed.cst, activation)
    },
  }
}

/** Calls per second, the median of several turns. */
function rate(call: Run, count: number, now: () => number): number {
  const figures = Array.from({ length: TURNS }, () => {
    const started = now()
    for (let i = 0; i < count; i++) call()
    return (count / (now() - started)) * 1000
  })
  return median(figures)
}

function rowsBeside(peer: Implementation, now: () => number): Row[] {
  const ours = own()
  return Object.entries(EXPRESSIONS).flatMap(([kind, expression]) => {
    const [run, peerRun] = [ours.compile(expression), peer.compile(expression)]
    if (run() !== true || peerRun() !== true)
      throw new Error(`${expression} must be true in ${ours.name} and ${peer.name}`)
    const compared = (what: 'evaluate' | 'compile', by: (of: Implementation) => number): Row => ({
      what: `cel: ${what} a ${kind}`,
      unit: '/s',
      ours: by(ours),
      beside: { name: peer.name, figure: by(peer) },
      goal: GOALS[what],
    })
    return [
      compared('evaluate', (of) => rate(of === ours ? run : peerRun, RUNS, now)),
      compared('compile', (of) => rate(() => of.compile(expression), COMPILATIONS, now)),
    ]
  })
}

/** The rates of our implementation beside the rates of two packages of npm. @param now a clock in milliseconds */
export function celRows(now: () => number = () => performance.now()): readonly Row[] {
  // This run is not measured, so that no measurement includes the compilation of the implementations themselves.
  for (const peer of [marcbachmann(), celJs()]) rowsBeside(peer, now)
  return [marcbachmann(), celJs()].flatMap((peer) => rowsBeside(peer, now))
}
