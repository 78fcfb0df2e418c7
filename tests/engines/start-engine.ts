import type { Engine, EngineName } from './engine.ts'

/** Starts a browser without a window, with a new profile. Each engine loads its own client library. */
export async function startEngine(name: EngineName): Promise<Engine> {
  if (name === 'webkit') return (await import('./webkit-engine.ts')).startWebKit()
  return (await import('./puppeteer-engine.ts')).startWithPuppeteer(name)
}
