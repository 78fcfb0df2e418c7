import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'
import { folder, root, tabplane, write } from './installed-package.ts'

const PAGE = (ready: string): string => `
\`\`\`yaml tabplane
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx }] }
\`\`\`

\`\`\`console tabplane
$ kubectl get deployments
NAME   READY   UP-TO-DATE   AVAILABLE   AGE
web    ${ready}     1            1           …
\`\`\`
`

/** Commands for pages and shells. */
export function docsPages(): void {
  it('plays the marked blocks of pages, and names the line of a wrong output', async () => {
    write('docs/right.md', PAGE('1/1'))
    write('docs/deep/wrong.md', PAGE('5/5'))
    expect(await tabplane('docs', 'test', 'docs/*.md')).toMatchObject({ code: 0, stderr: '' })
    const { code, stdout } = await tabplane('docs', 'test', 'docs/**/*.md', '--junit', 'docs.xml')
    expect(code).toBe(1)
    expect(stdout).toContain('docs/deep/wrong.md, line 15: another output; expected\n')
    expect(stdout).toContain('1 passed, 1 failed')
  })

  it('plays the marked blocks of our own pages', async () => {
    const { code, stdout } = await tabplane('docs', 'test', path.join(root, 'docs/**/*.md'))
    expect(stdout).toContain('docs-authors.md')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(', 0 failed') })
  })

  it('completes commands, subcommands and flags in bash', () => {
    const complete = (...words: string[]): string => {
      const script = `source <(tabplane completion bash); COMP_WORDS=(tabplane "$@"); COMP_CWORD=$#; _tabplane; echo "\${COMPREPLY[*]}"`
      const PATH = `${folder}/node_modules/.bin:${process.env['PATH']}`
      const options = { cwd: folder, encoding: 'utf8', env: { ...process.env, PATH } } as const
      return spawnSync('bash', ['-c', script, 'bash', ...words], options).stdout.trim()
    }
    expect(complete('sc')).toBe('scenario')
    expect(complete('serve', '--data-d')).toBe('--data-dir')
    expect(complete('kubectl', 'rollout', 'st')).toBe('status')
  })
}
