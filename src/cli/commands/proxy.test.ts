import { expect, test } from 'vitest'
import { run } from '../command-line.fixture.ts'

test.each([-1, 65_536])('refuses port %d', async (port) => {
  expect((await run(`proxy --port=${port}`)).stderr).toBe(`error: listen tcp: address ${port}: invalid port\n`)
})

test('warns about the flags of a proxy that it does not start', async () => {
  const { stderr } = await run('proxy --disable-filter --www=none')
  expect(stderr).toContain('proxy.go:177] Request filter disabled, your proxy is vulnerable to XSRF attacks')
  expect(stderr).toContain('Failed to stat static file directory none: stat none: no such file or directory\n')
})

test('refuses a socket together with a port', async () => {
  expect((await run('proxy --unix-socket=x --port=5')).stderr).toBe(
    'error: cannot set --unix-socket and --port at the same time\n',
  )
})

test.each([
  ['--accept-hosts=(', 'error parsing regexp: missing closing ): `(`'],
  ['--reject-methods=a,*', 'error parsing regexp: missing argument to repetition operator: `*`'],
])('ends with a fatal log line for %s', async (flag, fault) => {
  const { stderr, code } = await run(`proxy ${flag}`)
  expect(stderr).toMatch(/^F.* proxy_server\.go:83] Error compiling re: /)
  expect(stderr).toContain(fault)
  expect(code).toBe(255)
})

test('says that a page cannot listen', async () => {
  expect((await run('proxy')).stderr).toBe(
    'error: a page cannot listen on a port: give the address of the server to clients\n',
  )
})
