import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { installed, root, run, write } from './installed-package.ts'

const reviewed = path.join(root, 'package/surface')

/** The exports of the package, their types and their licences. */
export function surface(): void {
  it.each(readdirSync(reviewed))('has the public surface that is under review: %s', (file) => {
    const declared = readFileSync(path.join(installed, 'lib/types', file), 'utf8')
    const text = readFileSync(path.join(reviewed, file), 'utf8')
    expect(declared, 'the surface changed; review it, and run npm run pack -- --surface').toBe(text)
  })

  it('exports a file for each reviewed surface, and has no install scripts', () => {
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, unknown>>
      readonly scripts?: unknown
    }
    const typed = Object.keys(manifest.exports).filter((name) => !/package\.json|worker/.test(name))
    expect(typed.sort()).toEqual(
      readdirSync(reviewed)
        .map((file) => `./${file.replace(/\.d\.ts$/, '')}`)
        .sort(),
    )
    expect(manifest.scripts).toBeUndefined()
  })

  it('has types that a program can be checked with', async () => {
    write(
      'typed.ts',
      `import { createCluster, type Cluster } from 'tabplane/server'
       import { createCluster as inWorker } from 'tabplane/browser'
       import { applyMergePatch } from 'tabplane/patch'
       import { serverSideApply } from 'tabplane/apply'
       import { compile, DYN } from 'tabplane/cel'
       import { builtinType, decode } from 'tabplane/schema'
       import { defineTabplane, type TabplaneClusterElement } from 'tabplane/embed'
       const cluster: Cluster = await createCluster({ users: [{ name: 'alice' }] })
       const status: number = (await cluster.as('alice').fetch('/version')).status
       // @ts-expect-error the status of a fault is a number or 'cut'
       cluster.faults.on({ verb: 'get' }, { status: 'none', times: status })
       const element: TabplaneClusterElement = document.createElement('tabplane-cluster')
       element.addEventListener('change', ({ detail }) => console.log(detail.kind))
       const { stdout }: { stdout: string } = await element.run('kubectl get pods')
       console.log(stdout, inWorker, applyMergePatch({}, {}), serverSideApply, decode(builtinType('api.core.v1.Pod'), {}))
       compile('a', { variables: new Map([['a', DYN]]) })
       await defineTabplane('https://tabplane.example/')`,
    )
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom']
    const { code, stdout } = await run(path.join(root, 'node_modules/.bin/tsc'), [...options, 'typed.ts'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  })

  it('has a map for each module, with the texts of its sources for pages', () => {
    const library = path.join(installed, 'lib')
    const files = readdirSync(library, { recursive: true, encoding: 'utf8' })
    const modules = files.filter((file) => file.endsWith('.mjs') && file !== path.join('page', 'worker.mjs'))
    const wrong = modules.filter((file) => {
      if (!files.includes(`${file}.map`)) return true
      const { sources, sourcesContent } = JSON.parse(readFileSync(path.join(library, `${file}.map`), 'utf8')) as {
        readonly sources: readonly string[]
        readonly sourcesContent?: readonly (string | null)[]
      }
      const hasTexts = sources.length === 0 || sourcesContent !== undefined
      return hasTexts !== (file.startsWith('page') || sources.length === 0)
    })
    expect(wrong).toEqual([])
  })

  it('names the licences of packages that it contains', () => {
    const notices = readFileSync(path.join(installed, 'THIRD-PARTY-NOTICES.md'), 'utf8')
    for (const name of ['jose', 'yaml', 're2js', 'comlink', 'sorted-btree'])
      expect(notices).toMatch(new RegExp(`^## ${name} \\d`, 'm'))
  })
}
