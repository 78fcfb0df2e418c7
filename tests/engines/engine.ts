/** A browser that runs for tests, driven through one contract whatever protocol its engine speaks. */
export interface Engine {
  /** Name and version, as the browser reports them. */
  readonly version: string
  /** Loads a page in the one tab of the browser and waits for its `load` event. */
  open(url: string): Promise<void>
  /** Runs the body of an async function in the page. Its result has to be JSON. */
  evaluate(body: string): Promise<unknown>
  /** The visible part of the page as PNG. */
  screenshot(): Promise<Buffer>
  /** Ends the browser and each process that was started for it. */
  close(): Promise<void>
}

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof ENGINES)[number]

export const isEngineName = (name: string): name is EngineName => ENGINES.some((engine) => engine === name)

/** Starts a browser without a window. Each engine loads its own client library. */
export async function startEngine(name: EngineName): Promise<Engine> {
  if (name === 'webkit') return (await import('./webkit-engine.ts')).startWebKit()
  return (await import('./puppeteer-engine.ts')).startWithPuppeteer(name)
}
