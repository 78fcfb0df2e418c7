import { once } from 'node:events'
import { chmodSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, it } from 'vitest'
import { installed, run, tabplane, write } from './installed-package.ts'

/** For wrong input of each kind, the process prints one clear line and ends with the right exit code. */
export function badInput(): void {
  it.each([
    { args: ['fly'], message: 'tabplane has no command "fly"' },
    { args: ['etcd'], message: '--listen-client-urls' },
    { args: ['etcd', '--listen-client-urls=here'], message: 'here is not an address' },
    { args: ['envtest-assets'], message: 'name the folder' },
    { args: ['envtest-assets', 'assets', 'v'], message: 'v is not a flag of kube-apiserver' },
    { args: ['check'], message: 'name the files to check' },
    { args: ['check', '--fast'], message: 'unknown flag --fast' },
    { args: ['check', 'absent.yaml'], message: 'absent.yaml cannot be read' },
    { args: ['apply', '-f', 'a.yaml'], message: 'tabplane apply --check FILE' },
    { args: ['scenario', 'play'], message: 'tabplane scenario test' },
    { args: ['scenario', 'test', 'absent'], message: 'absent' },
    { args: ['docs', 'test', 'absent/**/*.md'], message: 'names no Markdown file' },
    { args: ['docs', 'test', '--fast'], message: 'unknown flag --fast' },
    { args: ['completion', 'dos'], message: 'bash, zsh, fish' },
    { args: ['version', '--x'], message: 'version has no arguments' },
    { args: ['serve', '--no-such-flag'], message: 'no-such-flag' },
    { args: ['serve', '--port', 'x'], message: 'invalid argument "x" for "--port"' },
    { args: ['serve', '--dialect', 'french'], message: 'dialect' },
  ])('refuses $args with the exit code 2', async ({ args, message }) => {
    const { code, stderr } = await tabplane(...args)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) })
    expect(stderr).not.toContain('    at ')
  })

  it('says that no etcd answers', async () => {
    const { code, stderr } = await tabplane('serve', '--port=0', '--etcd-servers=http://127.0.0.1:1')
    expectOneLine({ code, stderr }, 'no etcd server can be reached: --etcd-servers=http://127.0.0.1:1')
  })

  it('says that a port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, stderr } = await tabplane('serve', `--port=${port}`)
    other.close()
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`port ${port} is taken`) })
  })

  it.each([
    { name: 'a file in its place', folder: 'package.json' },
    { name: 'a folder in which the system creates nothing', folder: '/proc/tabplane' },
  ])('refuses a data folder: $name', async ({ folder }) => {
    expectOneLine(await tabplane('serve', '--port=0', `--data-dir=${folder}`), folder)
    expectOneLine(await tabplane('envtest-assets', folder), folder)
  })

  it.each([
    ['--token-auth-file=absent.csv', 'absent.csv'],
    ['--tls-cert-file=absent.crt --tls-private-key-file=absent.key --secure-port=0', 'absent'],
  ])('names the file that it cannot read: %s', async (flags, file) => {
    expectOneLine(await tabplane('serve', '--port=0', ...flags.split(' ')), file)
  })

  it('names a kubeconfig that is absent or broken, and a server that does not answer', async () => {
    write('broken.kubeconfig', '{bad')
    expectOneLine(await tabplane('kubectl', '--kubeconfig', 'absent', 'get', 'ns'), 'stat absent')
    expectOneLine(await tabplane('kubectl', '--kubeconfig', 'broken.kubeconfig', 'get', 'ns'), 'broken.kubeconfig')
    const { code, stderr } = await tabplane('kubectl', '--server', 'http://127.0.0.1:1', 'get', 'ns')
    expect(code).toBe(1)
    expect(stderr).toContain('was refused - did you specify the right host or port?')
  })

  it('refuses a value that is not a snapshot, and a snapshot of another version', async () => {
    const program = write(
      'snapshot.mjs',
      `import { createCluster } from 'tabplane/server'
       for (const change of [{ dialect: 'svc' }, { version: '0.0.1' }, { records: undefined }]) {
         const cluster = await createCluster()
         const snapshot = { ...cluster.snapshot(), ...change }
         await cluster.close()
         await createCluster({ snapshot }).then(() => console.log('accepted'), (error) => console.log(error.message))
       }`,
    )
    const { stdout } = await run(process.execPath, [program])
    expect(stdout.trim().split('\n')).toEqual([
      'the snapshot has the names of svc, the cluster those of k8s',
      expect.stringMatching(/^the snapshot is of version 0\.0\.1 of tabplane, this is /),
      'the snapshot does not come from Cluster.snapshot',
    ])
  })

  it('says that the assets of envtest are of a version that is no longer there', async () => {
    await tabplane('envtest-assets', 'moved')
    const asset = path.join(path.dirname(installed), '../moved/kube-apiserver')
    const script = readFileSync(asset, 'utf8').replaceAll(installed, '/nowhere/tabplane')
    write('moved/kube-apiserver', script)
    chmodSync(asset, 0o755)
    const { code, stderr } = await run(asset, ['--help'])
    expect({ code, stderr }).toEqual({
      code: 127,
      stderr:
        'Error: tabplane is not at /nowhere/tabplane/lib/tabplane.cjs any more; run tabplane envtest-assets again\n',
    })
  })
}

function expectOneLine({ code, stderr }: { readonly code: number; readonly stderr: string }, text: string): void {
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(text) })
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
}
