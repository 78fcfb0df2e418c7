import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { run } from '../command-line.fixture.ts'

describe('completion', () => {
  it.each(['zsh', 'fish', 'powershell'])('writes a script for %s that calls the client', async (shell) => {
    const { stdout, code } = await run(`completion ${shell}`)
    expect(stdout).toContain('svcctl __complete')
    expect(code).toBe(0)
  })

  it.each([
    ['completion', 'error: Shell not specified.\n'],
    ['completion tcsh', 'error: Unsupported shell type "tcsh".\n'],
    ['completion bash zsh', 'error: Too many arguments. Expected only the shell type.\n'],
  ])('refuses %s', async (line, text) => {
    const { stderr, code } = await run(line)
    expect(stderr).toBe(`${text}See 'svcctl completion -h' for help and examples\n`)
    expect(code).toBe(1)
  })

  it.each([
    ['zsh', '__complete '],
    ['fish', '__complete '],
    ['powershell', '__complete '],
  ])('reads the candidates of %s with %s', async (shell, command) => {
    expect((await run(`completion ${shell}`)).stdout).toContain(`svcctl ${command}`)
  })

  it.each([
    ['svcctl get po', 'get,po', 'pods podtemplates'],
    ['svcctl get ', 'get,', 'pods podtemplates'],
    [`svcctl 'get' "po d" `, 'get,po d,', 'pods podtemplates'],
    ['svcctl get $WORD ', 'get,two,words,', 'pods podtemplates'],
    ['svcctl get a\\ b', 'get,a b', ''],
    [`svcctl get 'po'`, 'get,po', ''],
    ['svcctl get "po', '', ''],
    ['svcctl get "$WORD\\a\\"b" ', 'get,two words\\a"b,', 'pods podtemplates'],
    ['svcctl get ${WORD}s ', 'get,two,wordss,', 'pods podtemplates'],
    ["svcctl get -o 'jsonpath={$(a)}' ", 'get,-o,jsonpath={$(a)},', 'pods podtemplates'],
    ['svcctl get $NONE po', 'get,po', 'pods podtemplates'],
    ['svcctl get a$ "$" ', 'get,a$,$,', 'pods podtemplates'],
    ['svcctl get --kubeconfig ~/x ', 'get,--kubeconfig,/home/jane/x,', 'pods podtemplates'],
    ['svcctl get 2>&1 >out po', 'get,po', 'pods podtemplates'],
    ['svcctl get po > o', '', ''],
    ['s get po', '-n,x y,get,po', 'pods podtemplates'],
    ['svcctl cp web:', 'cp,web:', 'b c'],
    ['svcctl cp --label=k', 'cp,--label=k', 'k=v'],
  ])('lets bash read the quotes and variables of the words in %s', async (line, words, candidates) => {
    const { stdout: script } = await run('completion bash')
    expect(complete(script, line)).toBe(`${words === '' ? '' : `__completeNoDesc,${words}\n`}${candidates}\n`)
  })

  it.each([
    'svcctl get pods > made -n ',
    'svcctl get pods >made ',
    'svcctl get pods 2>>made ',
    'svcctl get pods &> made ',
    'svcctl get "pods">|made ',
    'svcctl get <>made ',
    'svcctl get `touch made` ',
    'svcctl get "`touch made`" ',
    'svcctl get $(touch made) ',
    'svcctl get "$(touch made)" ',
    'svcctl get ${NONE:-$(touch made)} ',
    'svcctl get $((WORDS[$(touch made)])) ',
    'svcctl get $[WORDS[$(touch made)]] ',
    'svcctl get "$\'" $(touch made) ',
    'svcctl get <(touch made) ',
    'svcctl get >(touch made) ',
    'svcctl get; touch made ',
    'svcctl get & touch made ',
    'svcctl get | tee made ',
    'svcctl get\ntouch made ',
    'svcctl get \\\\\ntouch made ',
    'svcctl get $CODE ',
    'svcctl get "${CODE}" ',
    'svcctl hostile ',
  ])('runs nothing and writes no file when bash completes %j', async (line) => {
    const { stdout: script } = await run('completion bash')
    const folder = mkdtempSync(path.join(tmpdir(), 'completion-'))
    try {
      complete(script, line, folder)
      expect(readdirSync(folder)).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

const complete = (script: string, line: string, cwd?: string): string =>
  spawnSync('bash', ['-c', `${BASH}\n${script}\n${COMPLETE}`, 'bash', line], {
    encoding: 'utf8',
    timeout: 5000,
    ...(cwd === undefined ? {} : { cwd }),
  }).stdout

/** A client that prints its words to the file descriptor 3, and always the same candidates. */
const BASH = `
exec 3>&1
WORD='two words'
CODE='$(touch made)'
HOME=/home/jane
alias s='svcctl -n "x y"'
svcctl() {
  local IFS=,
  echo "$*" >&3
  if [[ $2 == hostile ]]; then echo ':x[$(touch made)]' && return; fi
  if [[ $* == *get* ]]; then printf 'pods\\npodtemplates\\n'; else printf 'web:b\\nweb:c\\nk=v\\n'; fi
  echo :4
}
compopt() { :; }`

const COMPLETE = `
COMP_LINE=$1 COMP_POINT=\${#1}
read -ra COMP_WORDS <<< "$1"
__svcctl_complete
echo "\${COMPREPLY[*]}"`
