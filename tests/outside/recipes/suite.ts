import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBelow } from '../../written-file.ts'
import { documentedCode } from '../documented-code.ts'
import { runProgram, workFolder, type Ended } from '../go-modules.ts'
import { installedCommand } from '../installed-command.ts'
import type { OutsideSuite } from '../outside-suite.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

interface Recipe {
  readonly example: string
  /** The place of the example in the folder of the recipe. */
  readonly place: string
  /** The block of docs/operators.md that describes the project: its file and its first words. */
  readonly project?: readonly [file: string, beginning: string]
  /** Commands in the folder of the recipe, with the address of the kubeconfig in KUBECONFIG. */
  readonly commands: readonly string[]
  /** A part of the last command's output. */
  readonly prints: string
}

/**
 * The examples of docs/operators.md; a test compares them with the page. The examples in Java and Rust print the length
 * of a uid, 36.
 */
const RECIPES: Readonly<Record<string, Recipe>> = {
  go: {
    example: 'shop_test.go',
    place: 'shop_test.go',
    project: ['go.mod', 'module example.com/shop'],
    commands: ['go mod tidy', 'go test -count=1 ./...'],
    prints: 'ok',
  },
  python: {
    example: 'shop.py',
    place: 'shop.py',
    // The example starts the program of the installed package.
    commands: ['python3 -m venv .', 'bin/pip install --quiet kubernetes', 'cd .. && python/bin/python python/shop.py'],
    prints: "'shop'",
  },
  java: {
    example: 'Shop.java',
    place: 'src/main/java/Shop.java',
    project: ['pom.xml', '<project xmlns'],
    commands: ['mvn -q -B compile exec:java -Dexec.mainClass=Shop -Dexec.args="$KUBECONFIG"'],
    prints: '36',
  },
  rust: {
    example: 'shop.rs',
    place: 'src/main.rs',
    project: ['Cargo.toml', '[package]'],
    commands: ['cargo run --quiet'],
    prints: '36',
  },
}

function writeProject(folder: string, { example, place, project }: Recipe): void {
  mkdirSync(path.dirname(path.join(folder, place)), { recursive: true })
  cpSync(path.join(root, 'package/examples', example), path.join(folder, place))
  if (project === undefined) return
  const [file, beginning] = project
  writeBelow(
    folder,
    file,
    documentedCode('operators.md', beginning, (code) => code.startsWith(beginning)),
  )
}

/** Runs the commands of a recipe beside its own server. Returns the fault. */
async function played(command: string, folder: string, recipe: Recipe): Promise<string> {
  writeProject(folder, recipe)
  const server = spawn(command, ['serve', '--dialect=k8s', '--port=0', '--print-kubeconfig'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [configuration] = (await once(server.stdout.setEncoding('utf8'), 'data')) as [string]
    const KUBECONFIG = path.join(folder, 'kubeconfig')
    writeFileSync(KUBECONFIG, configuration)
    const env = { KUBECONFIG, KUBEBUILDER_ASSETS: path.join(folder, '../assets') }
    let ended: Ended = { code: 0, output: '' }
    for (const line of recipe.commands) {
      ended = await runProgram('sh', ['-c', line], { cwd: folder, env })
      if (ended.code !== 0) return `${line}\n${ended.output}`
    }
    return ended.output.includes(recipe.prints) ? '' : `prints ${ended.output}`
  } finally {
    server.kill()
  }
}

/** npm run outside -- recipes [NAME ...]: the code of docs/operators.md in each language, with the installed package. */
export const recipes: OutsideSuite = {
  name: 'recipes',
  needs: ['go', 'python3', 'mvn', 'cargo'],
  expected: new URL('known-differences.txt', import.meta.url),
  async run(words) {
    const folder = workFolder('recipes')
    const command = await installedCommand(folder)
    await runProgram(command, ['envtest-assets', path.join(folder, 'assets')], { cwd: folder })
    const faults = new Map<string, string>()
    for (const [name, recipe] of Object.entries(RECIPES).filter(([each]) => words.length === 0 || words.includes(each)))
      faults.set(name, await played(command, path.join(folder, name), recipe))
    return { faults, isWhole: words.length === 0 }
  },
}
