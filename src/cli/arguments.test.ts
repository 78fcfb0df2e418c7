import { describe, expect, it } from 'vitest'
import { parseArguments } from './arguments.ts'
import { boolean, int32, integer, level, levels, list, text } from './flags.ts'

const flags = [
  boolean('all-namespaces', '', { short: 'A' }),
  text('output', '', { short: 'o' }),
  boolean('watch', '', { short: 'w' }),
  boolean('interactive', '', { short: 'i' }),
  integer('chunk-size', '', { fallback: '500' }),
  list('label-columns', '', { short: 'L' }),
  list('filename', '', { short: 'f' }),
  text('dry-run', '', { fallback: 'none', bare: 'unchanged' }),
  int32('max', ''),
  level('v', '', { short: 'v', fallback: '0' }),
  levels('vmodule', ''),
]
const parse = (line: string) => parseArguments(line.split(' '), flags)

describe('parseArguments', () => {
  it.each([
    '-o yaml',
    '-oyaml',
    '-o=yaml',
    '--output yaml',
    '--output=yaml',
    'pods --output=yaml',
    '-Awo yaml',
    '-Aoyaml',
  ])('reads the value of a text in %s', (line) => {
    expect(parse(line).flags.text('output')).toBe('yaml')
  })

  it('takes flags and arguments in any order and only arguments after --', () => {
    const { positional, afterDash, flags: values } = parse('get -A pods --all_namespaces=false -- -w x')
    expect(positional).toEqual(['get', 'pods', '-w', 'x'])
    expect(afterDash).toEqual(['-w', 'x'])
    expect(values.boolean('all-namespaces')).toBe(false)
    expect(values.boolean('watch')).toBe(false)
  })

  it('keeps each written flag in the order of the command line', () => {
    expect(parse('-o a -A get -o b').written.map(({ name }) => name)).toEqual(['output', 'all-namespaces', 'output'])
  })

  it('collects the values of a list, keeps the last value of other flags, and fills in the values of bare and absent flags', () => {
    const { flags: values } = parse('-L a,b -L c -f x,y -f z -o json -o yaml --dry-run pods')
    expect(values.list('label-columns')).toEqual(['a', 'b', 'c'])
    expect(values.list('filename')).toEqual(['x', 'y', 'z'])
    expect(values.text('output')).toBe('yaml')
    expect(values.text('dry-run')).toBe('unchanged')
    expect(values.integer('chunk-size')).toBe(500)
    expect(values.given('chunk-size')).toBe(false)
  })

  it('reads a lone = after a short flag as its value', () => {
    expect(parse('-o=').flags.text('output')).toBe('=')
  })

  it.each([
    ['0x1F', 31n],
    ['-0b101', -5n],
    ['+0o17', 15n],
    ['017', 15n],
    ['1_000', 1000n],
    ['0_7', 7n],
    ['00', 0n],
    ['9007199254740993', 9007199254740993n],
  ])('reads the integer %s as Go does', (word, value) => {
    expect(parse(`--chunk-size=${word}`).flags.int64('chunk-size')).toBe(value)
  })

  it('reads a log level with decimal digits only', () => {
    expect(parse('-v=010').flags.integer('v')).toBe(10)
  })

  it.each(['08', '0x', '_1', '1__0', '1_', '0b2', '1.0', ''])('refuses the integer %j', (word) => {
    expect(() => parse(`--chunk-size=${word}`)).toThrow(`parsing ${JSON.stringify(word)}: invalid syntax`)
  })

  it.each([
    ['--max=0x80000000', 'strconv.ParseInt: parsing "0x80000000": value out of range'],
    ['-v=2147483648', 'strconv.ParseInt: parsing "2147483648": value out of range'],
    ['-v=0x1', 'strconv.ParseInt: parsing "0x1": invalid syntax'],
    ['--vmodule=a=0x1', 'syntax error: expect comma-separated list of filename=N'],
    ['--vmodule=a=1,b=-1', 'negative value for vmodule level'],
  ])('refuses %s', (line, fault) => {
    expect(() => parse(line)).toThrow(fault)
  })

  it('accepts empty parts in the levels of files', () => {
    expect(parse('--vmodule=a=1,,b=+2,').flags.text('vmodule')).toBe('a=1,,b=+2,')
  })

  it.each([
    ['---', 'bad flag syntax: ---'],
    ['--=x', 'bad flag syntax: --=x'],
    ['--outpt name', 'unknown flag: --outpt'],
    ['-Ax', "unknown shorthand flag: 'x' in -x"],
    ['-o', "flag needs an argument: 'o' in -o"],
    ['--output', 'flag needs an argument: --output'],
    ['--chunk-size=x', 'invalid argument "x" for "--chunk-size" flag: strconv.ParseInt: parsing "x": invalid syntax'],
    [
      '-i=maybe',
      'invalid argument "maybe" for "-i, --interactive" flag: strconv.ParseBool: parsing "maybe": invalid syntax',
    ],
  ])('refuses %s', (line, message) => {
    expect(() => parse(line)).toThrow(message)
  })
})
