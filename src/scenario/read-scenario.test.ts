import { describe, expect, it } from 'vitest'
import { LONGEST_SCENARIO, readScenario } from './read-scenario.ts'
import { ScenarioError } from './scenario-error.ts'

const HEAD = `apiVersion: tabplane.dev/v1
kind: Scenario
name: first-map
title: A first config map
summary: You store a setting.
level: beginner
minutes: 3
`

const STEP = `steps:
  - title: Create it
    text: |
      Create the config map.
    checks:
      - name: colour
        title: The config map holds a colour
        expr: objects('configmaps', 'shop').exists(c, c.data.colour == 'red')
    solution:
      - run: kubectl create configmap settings --from-literal=colour=red
`

function faultsOf(text: string): string[] {
  try {
    readScenario(text)
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    return error.faults.map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`)
  }
  return []
}

describe('a scenario', () => {
  it('is read with its defaults and the places of its checks', () => {
    expect(readScenario(HEAD + STEP)).toMatchObject({
      name: 'first-map',
      locale: 'en',
      dialect: 'k8s',
      objects: [],
      steps: [
        {
          text: 'Create the config map.\n',
          hints: [],
          checks: [{ name: 'colour', needs: [], place: { line: 15, column: 15 } }],
        },
      ],
    })
  })

  it('is read once when the same text is read again', () => {
    expect(readScenario(HEAD + STEP)).toBe(readScenario(HEAD + STEP))
    expect(readScenario(`${HEAD}locale: de\n${STEP}`).locale).toBe('de')
    expect(readScenario(HEAD + STEP).locale).toBe('en')
  })

  it('is refused with the place of each mistake', () => {
    expect(faultsOf(HEAD.replace('beginner', 'easy').replace('minutes: 3', 'minutes: x') + STEP)).toEqual([
      '6:8 level must be one of beginner, intermediate, advanced',
      '7:10 minutes must be a whole number',
    ])
    expect(faultsOf(HEAD)).toEqual(['1:1  must have the field steps'])
    expect(faultsOf(`${HEAD}${STEP}Title: x\n`)).toEqual(['18:8 Title is an unknown field; the field is spelled title'])
  })

  it('is refused when it is not YAML', () => {
    expect(faultsOf('kind: [')[0]).toMatch(/^1:8 {2}Flow sequence/)
    expect(faultsOf('- a')).toEqual(['1:1  must be a map of fields'])
    expect(faultsOf('')).toEqual(['1:1  must be a map of fields'])
  })
})

describe('the settings of a cluster', () => {
  const withCluster = (text: string): string => `${HEAD}cluster: ${text}\n${STEP}`

  it('are read', () => {
    const text = `{startTime: '2026-03-01T08:00:00Z', timeScale: 60, featureGates: {WatchList: true}, flags: {event-ttl: 1h},
      simulation: {images: [{image: 'shop/*', outcome: crash}], failures: [{pods: default/web-*, outcome: fail, times: 2}]}}`
    expect(readScenario(withCluster(text)).cluster).toMatchObject({ timeScale: 60, flags: { 'event-ttl': '1h' } })
  })

  it.each([
    ["{startTime: '2026'}", '8:22 cluster.startTime must be a time'],
    ['{timeScale: 1000}', '8:22 cluster.timeScale must be between 1 and 60'],
    ['{featureGates: {NoSuchGate: true}}', '8:10 cluster is invalid: unrecognized feature gate: NoSuchGate'],
    ['{flags: {etcd-servers: a}}', 'cluster.flags.etcd-servers is an unknown field'],
    ['{flags: {enable-admission-plugins: Nothing}}', '8:10 cluster is invalid: enable-admission-plugins'],
    ['{audit: {rules: []}}', '8:10 cluster is invalid: Give the audit policy kind Policy'],
    ["{simulation: {images: [{image: 'a b', outcome: run}]}}", 'must be letters, digits'],
    ['{simulation: {failures: [{pods: a/b, outcome: dance}]}}', 'must be one of run, succeed'],
    ['{featureGates: {__proto__: {WatchList: true}}}', 'must be true or false'],
  ])('%s are refused', (text, fault) => {
    expect(faultsOf(withCluster(text)).join()).toContain(fault)
  })
})

describe('a reference inside a scenario', () => {
  const step = (more: string): string => `${HEAD}${STEP}${more}`

  it('is refused when it names nothing', () => {
    expect(faultsOf(step('    identity: alice\n'))).toEqual([
      '18:15 steps[0].identity names no identity of the scenario: alice',
    ])
    expect(faultsOf(step('').replace('        expr:', '        needs: [colour]\n        expr:'))).toEqual([
      '15:17 steps[0].checks[0].needs[0] names no earlier check of this step: colour',
    ])
  })

  it('is refused when it is ambiguous', () => {
    const identities = 'identities: [{name: a, user: u, serviceAccount: n/s}, {name: a, user: v}]\n'
    expect(faultsOf(step(identities))).toEqual([
      '18:62 identities[1].name repeats the identity "a"',
      '18:14 identities[0] must have either user or serviceAccount',
    ])
  })

  it('is refused when an answer is wrong, or a question has no right option', () => {
    const questions = `    questions: [{ask: Why?, options: [{text: a}, {text: b, right: true}]}]\n`
    expect(faultsOf(step(`      - answer: [0]\n${questions}`))).toEqual([
      '18:17 steps[0].solution[1].answer must be the right options: [1]',
    ])
    expect(faultsOf(step(questions.replace(', right: true', '')))).toEqual([
      '18:17 steps[0].questions[0] must have exactly one right option, and has 0',
    ])
  })

  it('is refused when a step with checks has no solution', () => {
    expect(faultsOf(step('').replace(/ {4}solution:[^]*/, ''))).toEqual([
      '9:5 steps[0] has checks, so it must have a solution',
    ])
  })
})

describe('a mistake in an expression', () => {
  const withExpr = (expr: string): string => HEAD + STEP.replace(/expr: .*/, `expr: ${expr}`)

  it('has its place in the file', () => {
    expect(faultsOf(withExpr('objects("pods").size() == limit'))).toEqual([
      `15:41 steps[0].checks[0].expr undeclared reference to 'limit' (in container '')`,
    ])
    expect(faultsOf(withExpr('|\n          revision > 1 &&\n            size(x) == 1'))).toEqual([
      `17:18 steps[0].checks[0].expr undeclared reference to 'x' (in container '')`,
    ])
  })
})

describe('Markdown outside the subset', () => {
  it('is refused with its line', () => {
    const text = STEP.replace('Create the config map.', 'Create\n      it in <b>shop</b>,\n      [now](javascript:x).')
    expect(faultsOf(HEAD + text)).toEqual([
      '12:13 steps[0].text is HTML, which scenarios do not have; write code between backticks',
      '12:20 steps[0].text is HTML, which scenarios do not have; write code between backticks',
      '13:7 steps[0].text is a link whose address does not begin with http://, https:// or mailto:',
    ])
    expect(faultsOf(`${HEAD}${STEP}    hints: ['a <i>b</i>']\n`)[0]).toMatch(/^18:16 steps\[0\].hints\[0\] is HTML/)
  })
})

describe('a hostile file', () => {
  it('is refused by its length before it is parsed', () => {
    const text = HEAD + STEP + '#'.repeat(10 * 1024 * 1024)
    expect(faultsOf(text)[0]).toContain(`a scenario has at most ${LONGEST_SCENARIO}`)
  })

  it('is refused for 10,000 steps', () => {
    const steps = '  - {title: a, text: b}\n'.repeat(10_000)
    expect(faultsOf(`${HEAD}steps:\n${steps}`)).toEqual(['9:3 steps must have at most 100 entries, and has 10000'])
  })

  it('is refused for nesting and for aliases that multiply', () => {
    expect(faultsOf(`a: ${'['.repeat(100_000)}`)[0]).toContain('the text is nested too deeply')
    const aliases = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
    for (let i = 1; i < 9; i++)
      aliases.push(
        `b${i}: &b${i} [${Array(10)
          .fill(i === 1 ? '*a' : `*b${i - 1}`)
          .join(', ')}]`,
      )
    expect(faultsOf(aliases.join('\n'))[0]).toContain('too many aliases')
  })

  it.each(['\\u0007', '\\u001b[2J', '\\u202e', '\\n', '\\u2028'])('is refused for %s in a title', (character) => {
    const text = HEAD.replace('title: A first config map', `title: "A ${character} map"`) + STEP
    expect(faultsOf(text)).toEqual(['4:8 title must be one line without control characters'])
  })

  it('cannot add a field by a name that objects inherit', () => {
    expect(faultsOf(`${HEAD}${STEP}constructor: 1\n__proto__: {title: x}\n`)).toEqual([
      '18:14 constructor is an unknown field',
      '19:12 __proto__ is an unknown field',
    ])
  })

  it('is refused for long Markdown, which takes its parser quadratic time', () => {
    const withText = (text: string): string[] => faultsOf(HEAD + STEP.replace('Create the config map.', text))
    expect(withText('_*'.repeat(30_000))[0]).toContain('must be at most 8192 characters long without its images')
    expect(withText('*a_ '.repeat(600))[0]).toContain('must hold at most 1000 of the characters * and _')
    expect(withText(`![a](data:image/png;base64,${'A'.repeat(20_000)})`)).toEqual([])
    const steps = `  - {title: a, text: ${'x'.repeat(8000)}}\n`.repeat(10)
    expect(faultsOf(`${HEAD}steps:\n${steps}`)).toEqual([
      '9:3 steps have 80000 characters of text; the most is 65536 without images',
    ])
  })
})
