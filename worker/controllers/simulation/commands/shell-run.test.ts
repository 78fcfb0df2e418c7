import { describe, expect, it } from 'vitest'
import type { CommandRun } from './command-run.ts'
import { runCommand } from './shell-run.ts'

const start = (argv: readonly string[], files: Record<string, string> = {}) => ({
  argv,
  env: new Map([
    ['NAME', 'web'],
    ['WORDS', 'a b'],
  ]),
  files: new Map(Object.entries(files)),
  hostname: 'pod-1',
  folder: '/work',
  startedAt: Date.UTC(2026, 0, 5, 6, 7, 8),
})
const run = (script: string, horizon = Infinity): CommandRun => runCommand(start(['/bin/sh', '-c', script]), horizon)
const logOf = (script: string, horizon?: number): string =>
  run(script, horizon)
    .output.map(({ text }) => text)
    .join('')

describe('runCommand', () => {
  it.each([
    [['sleep', '3'], 3000, 0],
    [['/bin/sleep', '1.5'], 1500, 0],
    [['true'], 0, 0],
    [['/bin/false'], 0, 1],
    [['sh', '-c', 'exit 7'], 0, 7],
    [['/bin/sh', '-ec', 'sleep 1; false; sleep 9'], 1000, 1],
  ])('%j ends after %i ms with %i', (argv, after, exitCode) => {
    expect(runCommand(start(argv), Infinity).end).toEqual({ after, exitCode })
  })

  it.each([
    ['echo hello', 'hello\n'],
    ['echo -n "$NAME"; echo -e "\\tx"', 'web\tx\n'],
    ["printf '%s=%d\\n' a 1 b 2", 'a=1\nb=2\n'],
    ['echo $WORDS; echo "$WORDS!" # a comment', 'a b\na b!\n'],
    ['for i in 1 2 3; do echo $i; done', '1\n2\n3\n'],
    ['if [ "$NAME" = web ]; then echo yes; else echo no; fi', 'yes\n'],
    ['i=1; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done', '1\n2\n'],
    ['false && echo a || echo b', 'b\n'],
    ['echo "$(hostname) at $(date)"', 'pod-1 at Mon Jan  5 06:07:08 UTC 2026\n'],
    ['echo a > f; echo b >> /work/f; cat f', 'a\nb\n'],
    ['cat /no', "cat: can't open '/no': No such file or directory\n"],
    ['echo x > /dev/null 2>&1; printenv NAME', 'web\n'],
    ['{ echo a; echo b; }', 'a\nb\n'],
    ['NAME=wrong echo $NAME; NAME=db printenv NAME; echo $NAME', 'web\ndb\nweb\n'],
    ['exec echo last; echo never', 'last\n'],
  ])('%s prints what a shell prints', (script, log) => expect(logOf(script)).toBe(log))

  it('prints modes and texts of files', () => {
    const argv = ['/agnhost', 'mounttest', '--file_content=/c', '--file_mode=/c']
    const { output } = runCommand({ ...start(argv, { '/c': 'text' }), modes: new Map([['/c', 0o640]]) }, Infinity)
    expect(output.map(({ text }) => text).join('')).toBe('mode of file "/c": -rw-r-----\ncontent of file "/c": text\n')
  })

  it('follows a loop until the horizon', () => {
    const { output, end, isKnown } = run('while true; do echo x; sleep 5; done', 12_000)
    expect(output.map(({ after }) => after)).toEqual([0, 5000, 10_000])
    expect([end, isKnown]).toEqual([undefined, true])
    expect(run('sleep infinity').isKnown).toBe(true)
    expect(run('while :; do :; done').end).toBeUndefined()
  })

  it('records the files after each change', () => {
    const { files } = run('touch /tmp/healthy; sleep 30; rm -f /tmp/healthy; sleep 600')
    expect(files.map(({ after, files: now }) => [after, now.has('/tmp/healthy')])).toEqual([
      [0, false],
      [0, true],
      [30_000, false],
    ])
  })

  it.each([
    'nginx -g x',
    'echo `date`',
    'echo a | cat',
    'sleep 1 &',
    'a() { :; }',
    'echo *',
    'echo ${A:-b}',
    'case a in esac',
    'echo "',
  ])('does not guess what %s does', (script) => expect(run(script)).toMatchObject({ isKnown: false }))

  it('keeps the output from before an unknown program', () => {
    expect(logOf('echo starting; nginx')).toBe('starting\n')
  })

  it('bounds the output and the depth of a script', () => {
    expect(run('while true; do printf "%s" aaaaaaaaaaaaaaaaaaaaaaaa; done').output.length).toBeLessThan(10_001)
    expect(run('('.repeat(1000)).isKnown).toBe(false)
    expect(run('if '.repeat(5000)).isKnown).toBe(false)
    expect(run(`echo ${'$(echo '.repeat(100)}`).isKnown).toBe(false)
  })
})

describe('a command that would take too much', () => {
  it.each([
    ['doubles a text', 'A=0123456789; while :; do A=$A$A; done'],
    ['doubles an output', 'A=0123456789; while :; do A="$(echo $A$A)"; done'],
    ['reads a long text again and again', `A=${'x '.repeat(5000)}; while :; do : $A; done`],
    ['writes many files', 'i=0; while :; do i=$((i+1)); touch $i; done'],
    ['parses a long script again and again', `A='${'exit;'.repeat(4000)}'; while :; do sh -c "$A"; done`],
    ['doubles a file', 'echo x > f; while :; do cat f >> f; done'],
    ['waits beyond all dates', 'sleep 99999999999; date'],
  ])('does not end when it %s', (_, script) => {
    const { end, output, files } = run(script)
    expect(end).toBeUndefined()
    expect(output.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1_000_000)
    expect(files.reduce((sum, { files: recorded }) => sum + recorded.size, 0)).toBeLessThan(600_000)
  })

  it.each([
    ['shells in shells', `export A='sh -c "$A"'; sh -c "$A"`],
    ['branches', `if false; then :; ${'elif false; then :; '.repeat(100)}fi`],
    ['wide columns', "printf '%99999999s' a"],
  ])('is not modelled with many %s', (_, script) => expect(run(script).isKnown).toBe(false))

  it('captures an output with many line feeds before its end', () => {
    const feeds = '\n'.repeat(15_000)
    const { end } = run(`B='${feeds}'; A="$(echo "${'$B'.repeat(30)}.")"; [ -n "$A" ]`)
    expect(end?.exitCode).toBe(0)
  })

  it('negates a test as often as it says', () => {
    const test = (count: number): string => logOf(`test ${'! '.repeat(count)}x && echo yes || echo no`)
    expect([test(1), test(2), test(4001)]).toEqual(['no\n', 'yes\n', 'no\n'])
  })
})
