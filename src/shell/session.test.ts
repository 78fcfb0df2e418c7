import { describe, expect, it, vi } from 'vitest'
import type { Process } from '../script/process.ts'
import { sessionOf } from './session.fixture.ts'

/** A client that prints its words. For `watch`, it prints each text given to `emit` until it is aborted. */
function client() {
  let event = (text: string): void => void text
  const program = async ({ words, stdout, stdin, signal }: Process): Promise<number> => {
    if (words[0] === 'watch') {
      event = (text) => stdout.write(text)
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    }
    if (words[0] === 'fail') return 1
    if (words.includes('-')) stdout.write(await stdin.rest())
    stdout.write(`${words.join(' ')}\n`)
    return 0
  }
  return { program, emit: (text: string) => event(text) }
}

describe('the language', () => {
  it.each([
    ['echo a; echo b && echo c || echo d', 'a\nb\nc\n'],
    ['false || echo no; ! true; echo $?', 'no\n1\n'],
    ['X=5; echo "$X" \'$X\' ${X}0 ${#X}', '5 $X 50 1\n'],
    ['f() { echo "got $1 of $#"; return 3; }; f a b; echo $?', 'got a of 2\n3\n'],
    ['for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done', '1\n3\n'],
    ['n=0; while [ $n -lt 3 ]; do n=$((n + 1)); done; echo $n', '3\n'],
    ['if [ -z "" ]; then echo empty; else echo full; fi', 'empty\n'],
    ['case web-1 in db*) echo db;; web-*|x) echo web;; esac', 'web\n'],
    ['echo $(echo inner; echo two) `echo old`', 'inner two old\n'],
    ['echo {a,b}-{1..3}', 'a-1 a-2 a-3 b-1 b-2 b-3\n'],
    ['x=pod/web-1; echo ${x#*/} ${x%%-*} ${x/web/db} ${y:-none} ${x^^}', 'web-1 pod/web pod/db-1 none POD/WEB-1\n'],
    ['(cd /tmp; pwd); pwd', '/tmp\n/home/user\n'],
    ['printf "%s=%d\\n" a 1 b 2', 'a=1\nb=2\n'],
    ['cat <<END\nit is $((6 * 7))\nEND', 'it is 42\n'],
    ["cat <<'END'\n$X\nEND", '$X\n'],
    ['cat <<< word', 'word\n'],
    ['printf "a b\\nc d\\n" | while read x y; do echo "$y$x"; done', 'ba\ndc\n'],
    ['echo one > a.txt; echo two >> a.txt; cat < a.txt', 'one\ntwo\n'],
    ['nothing 2>/dev/null; echo $?', '127\n'],
    ['nothing 2>&1 | head -n 1', 'bash: nothing: command not found\n'],
    ['false | true; echo $?; set -o pipefail; false | true; echo $?', '0\n1\n'],
    ['set -e; false; echo never', ''],
    ["alias ll='echo long'; ll a", 'long a\n'],
    ['seq 3 | xargs -n 1 echo item', 'item 1\nitem 2\nitem 3\n'],
    ['eval "echo $((2 ** 3))"', 'bash: syntax error in arithmetic expression: 2 ** 3\n'],
    ['echo "unclosed $(echo', "bash: unexpected EOF while looking for matching `)'\n"],
    ['if true; then', 'bash: syntax error: unexpected end of file\n'],
    ['bash -c \'echo "$1"\' name value', 'value\n'],
    ['echo a | grep -v a; echo $?', '1\n'],
    ['printf "a\\nb\\n" | grep --line-buffered -n b', '2:b\n'],
    ['echo "a-b a_b ab a-b" | grep -ow "a-b"; echo aab | grep -o "b*"', 'a-b\na-b\nb\n'],
    ['echo Éa | grep -Eio "é|A"; printf "a+b" | grep -c "a+b"', 'É\na\n1\n'],
    ['echo a*b "a*b"', 'a*b a*b\n'],
    ['a=(1 2 3); echo ${a[1]}', '2\n'],
    ['[[ abc == a* ]] && echo yes', 'yes\n'],
  ])('runs %s', async (line, output) => {
    expect(await sessionOf().run(line)).toBe(output)
  })

  it('does not hang or overflow on endless scripts', async () => {
    const { run } = sessionOf()
    expect(await run('while true; do echo y; done | head -n 2')).toBe('y\ny\n')
    expect(await run('f() { f; }; f')).toContain('maximum function nesting level exceeded')
    expect(await run(`x='eval "$x"'; eval "$x"`)).toContain('maximum eval nesting level exceeded')
    expect(await run('echo {1..9000}{1..900}')).toBe('bash: {1..900}: more than 10000 words\n')
    expect(await run(`echo ${'{a,b}'.repeat(30)}`)).toBe('bash: more than 10000 words in braces\n')
  })

  it('matches every pattern in time that grows with the length of the text', async () => {
    const { run } = sessionOf()
    const long = 'x=a; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do x=$x$x; done; '
    expect(await run(`${long} echo "$x!" | grep -Ec '^(a+)+$'`)).toBe('0\n')
    expect(await run(`${long} y=\${x##*b}\${x%%b*}\${x/a*b}; z=\${x//a/bc}; echo \${#y} \${#z}`)).toBe(
      '196608 131072\n',
    )
    expect(await run(`${long} case $x in *a*a*a*a*b) echo yes;; *) echo no;; esac`)).toBe('no\n')
  })

  it('bounds the length of a variable, a word and the output of a substitution', async () => {
    const { run } = sessionOf()
    const double = 'A=a; i=0; while [ $i -lt 24 ]; do A=$A$A; i=$((i + 1)); done'
    expect(await run(`${double}; echo \${#A}`)).toBe('16777216\n')
    for (const line of ['A=$A$A', 'A+=b', 'echo $A$A', 'B=${A/a/bb}'])
      expect(await run(line)).toBe('bash: text longer than 16 MiB\n')
    expect(await run('B=$(echo $A)')).toContain('text longer than 16 MiB')
  })

  it('keeps a bounded number of ended jobs', async () => {
    const { session, run } = sessionOf()
    await run('for i in $(seq 500); do true & wait %%; done')
    expect(session.endedJobs().split('\n').length).toBeLessThan(110)
  })

  it('passes more words to a command and a loop than the engine takes as arguments of a call', async () => {
    const { run } = sessionOf()
    const line = 'set -- $(seq 150000); echo $#; for i in $@; do echo $i; break; done'
    expect(await run(line)).toBe('150000\n1\n')
  })

  it('refuses more shells when a function starts shells without end', async () => {
    const { start, screen } = sessionOf()
    const interrupt = new AbortController()
    const running = start('f() { f | f; }; f', interrupt.signal)
    await vi.waitFor(() => expect(screen()).toContain('fork: Resource temporarily unavailable'))
    interrupt.abort()
    // The refused shells may have ended the function before the interrupt.
    expect([1, 130]).toContain(await running)
  })

  it('finds files by patterns', async () => {
    const { run, documents } = sessionOf()
    for (const name of ['a.yaml', 'b.yaml', 'c.txt']) documents.set(name, '')
    expect(await run('echo *.yaml; echo /home/user/[bc]*; cd /; echo home/*/a*')).toBe(
      'a.yaml b.yaml\n/home/user/b.yaml /home/user/c.txt\nhome/user/a.yaml\n',
    )
  })
})

describe('streams', () => {
  it('passes each line of a watch through pipes, and keeps it after Ctrl-C with the code 130', async () => {
    const { program, emit } = client()
    const { start, screen, session } = sessionOf(program)
    const interrupt = new AbortController()
    const running = start('svcctl watch | grep web | sed s/web/site/', interrupt.signal)
    await vi.waitFor(() => {
      emit('')
      expect(session.state.code).toBe(0)
    })
    await vi.waitFor(() => {
      emit('web-1\n')
      expect(screen()).toMatch(/^site-1\n/)
    })
    interrupt.abort()
    expect(session.state.code).toBe(130)
    expect(await running).toBe(130)
    await start('echo $?')
    expect(screen()).toMatch(/^site-1\n[^]*130\n$/)
  })

  it('ends a watch when its reader has ended', async () => {
    const { program, emit } = client()
    const { start, screen } = sessionOf(program)
    const running = start('svcctl watch | head -n 1')
    const ticks = setInterval(() => emit('line\n'), 1)
    expect(await running).toBe(0)
    clearInterval(ticks)
    expect(screen()).toBe('line\n')
  })

  it.each(['cat', 'grep line', 'tee copy.txt'])(
    'ends %s and the watch before it when its reader has ended',
    async (middle) => {
      const { program, emit } = client()
      const { start, screen } = sessionOf(program)
      const running = start(`svcctl watch | ${middle} | head -n 1`)
      const ticks = setInterval(() => emit('line\n'), 1)
      expect(await running).toBe(0)
      clearInterval(ticks)
      expect(screen()).toBe('line\n')
    },
  )

  it('passes on a line that is longer than a pipe', async () => {
    const { run } = sessionOf()
    const line =
      'x=$(printf %01000d 0); x=$x$x$x$x; x=$x$x$x$x$x; for i in {1..60}; do printf %s $x; done | head -n 1 | wc -c'
    expect(await run(line)).toMatch(/^1200000\s*$/)
  })

  it('keeps standard output and standard error in order', async () => {
    const { run } = sessionOf()
    expect(await run('echo a; nothing; echo b')).toBe('a\nbash: nothing: command not found\nb\n')
  })
})

describe('jobs', () => {
  it('lists, ends and waits for commands in the background', async () => {
    const { program } = client()
    const { run, start, session, screen } = sessionOf(program)
    expect(await run('svcctl watch & echo next')).toBe('[1] 1001\nnext\n')
    expect(await run('jobs')).toBe('[1]+  Running                 svcctl watch &\n')
    await start('kill %1; wait')
    expect(session.endedJobs()).toBe('[1]   Terminated              svcctl watch\n')
    expect(await run('sleep 0.01 & wait; echo $!')).toContain('1001\n')
    expect(screen()).toMatch(/1001\n$/)
  })

  it('sends the running line to the background and lets it continue', async () => {
    const { program, emit } = client()
    const { start, session, screen } = sessionOf(program)
    const running = start('svcctl watch')
    await vi.waitFor(() => expect(session.toBackground()).toBe(true))
    expect(await running).toBe(0)
    await vi.waitFor(() => {
      emit('later\n')
      expect(screen()).toMatch(/^\[1\] {2}svcctl watch &\nlater\n/)
    })
  })
})

describe('commands of the page', () => {
  it('sends requests with curl to the cluster and nowhere else', async () => {
    const { run, requests } = sessionOf()
    expect(await run('curl -s $SERVER/api')).toBe('{"path":"/api"}')
    expect(await run('curl -sX POST -d "{}" $SERVER/apis -o /dev/null -w "%{http_code}\\n"')).toBe('200\n')
    expect(await run('curl -f $SERVER/missing; echo $?')).toContain('error: 404\n22\n')
    expect(await run('curl --fail-with-body $SERVER/missing; echo $?')).toMatch(
      /^\{"path":"\/missing"\}.*error: 404\n22\n/,
    )
    expect(requests).toEqual(['GET /api', 'POST /apis {}', 'GET /missing', 'GET /missing'])
    for (const address of ['https://example.com/', '$SERVER.evil/api', 'http://page/', 'http://user@page/clusters/c/'])
      expect(await run(`curl ${address}`)).toContain('reaches its own cluster only')
    expect(requests).toHaveLength(4)
  })

  it('sends the data of curl as curl joins it', async () => {
    const { run, requests, documents } = sessionOf()
    documents.set('a.txt', 'one\ntwo\n')
    for (const options of [
      "-d ' x'",
      '-d a=1 -d b=2',
      '--json "{" --json "}"',
      '-d @a.txt',
      '--data-binary @a.txt',
      '--data-raw @a.txt',
      '-T a.txt',
      '-G -d a=1 -d b=2',
    ])
      await run(`curl ${options} $SERVER/p`)
    expect(requests).toEqual([
      'POST /p  x',
      'POST /p a=1&b=2',
      'POST /p {}',
      'POST /p onetwo',
      'POST /p one\ntwo',
      'POST /p @a.txt',
      'PUT /p one\ntwo',
      'GET /p?a=1&b=2',
    ])
  })

  it('opens files in the editor', async () => {
    const { run, opened } = sessionOf()
    expect(await run('vi shop.yaml')).toContain('shop.yaml is open in the editor')
    expect(await run('nano /tmp/a')).toContain('the editor opens files of the home folder')
    expect(opened).toEqual(['shop.yaml'])
  })

  it('makes a key, a request and certificates', async () => {
    const { run } = sessionOf()
    await run('openssl req -new -newkey rsa:2048 -nodes -keyout a.key -out a.csr -subj /CN=alice/O=developers')
    expect(await run('openssl req -in a.csr -noout -subject')).toBe('subject=CN = alice, O = developers\n')
    await run('openssl ecparam -name prime256v1 -genkey -noout -out ca.key')
    await run('openssl req -x509 -key ca.key -subj /CN=authority -days 5 -out ca.crt')
    await run('openssl x509 -req -in a.csr -CA ca.crt -CAkey ca.key -out a.crt')
    expect(await run('openssl x509 -in a.crt -noout -subject -issuer')).toBe(
      'subject=O = developers, CN = alice\nissuer=CN = authority\n',
    )
    expect(await run('openssl req -new -newkey rsa:1024 -nodes -subj /CN=a')).toContain('use 2048, 3072 or 4096')
  })

  it('runs commands of the library in the current folder, and in pipes with the client', async () => {
    const { program } = client()
    const { run } = sessionOf(program)
    expect(await run('mkdir folder; cd folder; pwd; ls ..')).toBe('/home/user/folder\nfolder\n')
    expect(await run('echo \'{"a":1}\' | jq -c .a | svcctl apply -f -')).toBe('1\napply -f -\n')
  })

  it('runs a command again and again with watch', async () => {
    const { start, screen } = sessionOf()
    const interrupt = new AbortController()
    const running = start('watch -n 0.1 echo tick', interrupt.signal)
    await vi.waitFor(() => expect(screen().match(/tick\n/g)?.length).toBeGreaterThan(1))
    interrupt.abort()
    expect(await running).toBe(130)
    expect(screen()).toContain('Every 0.1s: echo tick')
  })

  it('prints help, the history and the kinds of commands', async () => {
    const { run } = sessionOf()
    expect(await run('help')).toContain('svcctl --help lists its commands')
    expect(await run('help curl')).toContain('curl $SERVER/api/v1/pods')
    expect(await run('history')).toBe('    1  one\n    2  two\n')
    expect(await run('type k jq nothing')).toContain('bash: type: nothing: not found')
  })
})
