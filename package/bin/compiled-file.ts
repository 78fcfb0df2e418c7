import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Script } from 'node:vm'

/** A CommonJS file that runs from the code which the engine compiled in an earlier process. */
export interface CompiledFile {
  readonly exports: unknown
  /** Whether the engine accepted code of an earlier process. */
  readonly isCompiled: boolean
  /** Stores the code that has been compiled so far, for later processes. Does nothing when it is stored already. */
  keep(): void
}

const PARAMETERS = 'exports, require, module, __filename, __dirname'

/**
 * Loads a CommonJS file as `require` does. The engine's compiler takes most of a start's processor time, so the compiled
 * code is stored in a file beside the program, in a folder of the same owner. The engine refuses code of another version of
 * itself or of another text, and then compiles again.
 * @param use is part of the file's name: processes of one use run about the same functions
 * @param require loads the packages that the file needs. It is not made here, because `node:module` takes 5 ms of a start
 */
export function loadCompiled(file: string, use: string, require: NodeJS.Require): CompiledFile {
  const place = `${file}.${use}.${process.versions.v8}-${process.arch}`
  const cachedData = readCode(place)
  // The text is ASCII; as Latin-1 it is neither decoded nor copied to two bytes a character.
  const text = `(function (${PARAMETERS}) {${readFileSync(file, 'latin1')}\n})`
  const script = new Script(text, { filename: file, ...(cachedData && { cachedData }) })
  const isCompiled = cachedData !== undefined && script.cachedDataRejected === false
  const module = { exports: {} }
  const run = script.runInThisContext() as (...values: unknown[]) => void
  run(module.exports, require, module, file, path.dirname(file))
  let isKept = isCompiled
  const keep = (): void => {
    if (isKept) return
    isKept = true
    writeCode(place, script.createCachedData())
  }
  return { exports: module.exports, isCompiled, keep }
}

function readCode(place: string): Buffer | undefined {
  try {
    return readFileSync(place)
  } catch {
    return undefined
  }
}

/** Renames a complete file, because several processes may write at once. */
function writeCode(place: string, code: Buffer): void {
  const own = `${place}.${process.pid}`
  try {
    writeFileSync(own, code)
    renameSync(own, place)
  } catch {
    // In a folder that this process may not change, or on a full disk, the package compiles at each start.
    rmSync(own, { force: true })
  }
}
