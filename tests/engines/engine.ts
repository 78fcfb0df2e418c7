/** A browser that runs for tests. All engines implement this contract, each with its own protocol. */
export interface Engine {
  /** Name and version, as the browser reports them. */
  readonly version: string
  /** Opens a tab with the same profile as the other tabs. */
  newTab(): Promise<Tab>
  /** Ends the browser and each process that was started for it. */
  close(): Promise<void>
}

/** One tab. As for a person, keys reach the element with the focus, and clicks reach the topmost element. */
export interface Tab {
  /** Loads a page and waits for its `load` event. */
  open(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs the body of an async function in the page, or in its frame with that number. The result must be JSON. */
  evaluate(body: string, frame?: number): Promise<unknown>
  /** Clicks at a place of the visible part, in CSS pixels. */
  click(place: Place): Promise<void>
  /** Types characters; a line feed is the Enter key. @param frame the frame that has the focus, else the page */
  type(text: string, frame?: number): Promise<void>
  /** The visible part of the page as PNG. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export interface Place {
  readonly x: number
  readonly y: number
}

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const
export type EngineName = (typeof ENGINES)[number]

export const isEngineName = (name: string): name is EngineName => ENGINES.some((engine) => engine === name)
