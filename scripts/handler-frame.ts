import { createHash } from 'node:crypto'
import type { ResolvedConfig } from 'vite'
import { classicScript } from './classic-script.ts'
import type { FixedFile } from './fixed-files-plugin.ts'

/**
 * The page of the sandboxed frames that run handlers. Its policy allows one script, by its hash, and workers of data: addresses.
 * Neither the frame nor its workers reach a network, and they evaluate no text.
 */
export const handlerFrame = (root: string): FixedFile => ({
  name: 'handler-frame.html',
  type: 'text/html',
  source: (config) => frameDocument(root, config),
})

async function frameDocument(root: string, config: ResolvedConfig): Promise<string> {
  const runner = await classicScript(root, 'src/handlers/sandbox/tab-runner.ts', config)
  const frame = await classicScript(root, 'src/handlers/sandbox/frame.ts', config)
  const script = `const RUNNER = ${JSON.stringify(runner).replaceAll('<', '\\u003c')};\n${frame}`
  if (/<\/script|<!--/i.test(script)) throw new Error('the script of handler-frame.html would end its own element')
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = `default-src 'none'; script-src 'sha256-${hash}'; worker-src data:; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <title>Handler</title>
    <script>${script}</script>
  </head>
</html>
`
}
