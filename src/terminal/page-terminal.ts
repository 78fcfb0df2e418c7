import { stringsIn } from '../../worker/api/json.ts'
import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import type { DialectName } from '../../worker/dialect/dialect.ts'
import type { TerminalControl, TerminalPaneProps, TerminalPlace } from '../contracts/panes.ts'
import { actingUser } from '../state/acting-identities.svelte.ts'
import { fonts } from '../state/fonts.ts'
import { recall, remember } from '../state/storage.ts'
import { keysOf } from '../widgets/keys.ts'
import type { NarrowScreen } from './narrow-screen.ts'
import { TerminalSession } from './terminal-session.ts'
import { followTheme, fontOf, themeOf } from './theme.ts'

/** The app's shortcuts. When the terminal has the focus, it leaves these keys to the app. */
const APP_KEYS = new Set(['F6', 'F1', 'Mod-k'])
/** When the browser has not drawn the terminal for this many milliseconds, it counts as outside the screen. */
const UNDRAWN_MS = 2_000
/** The first lines about the client. They fit the width of a phone. */
const CLIENTS: Readonly<Record<DialectName, string>> = {
  k8s: 'kubectl reaches the cluster.',
  svc: 'svcctl is kubectl, which works here too.\r\nIn names, svc.io stands for k8s.io.',
}
const isAppKey = (event: KeyboardEvent): boolean => APP_KEYS.has(keysOf(event).replace('Shift-', ''))

/**
 * The user in the prompt: a service account without its prefix. Names from a lesson or a certificate are cut, because
 * they may be long.
 */
const shortUser = (user: string): string => user.replace(/^system:serviceaccount:/, '').slice(0, 40)

/** Creates the terminal's screen before its element is in the page. */
export const newScreen = (element: HTMLElement): Terminal =>
  new Terminal({
    ...fontOf(element),
    theme: themeOf(element),
    cursorBlink: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    cursorStyle: 'bar',
    scrollback: 5000,
    screenReaderMode: recall('terminal.screenReader') === true,
    minimumContrastRatio: 4.5,
  })

/** An xterm in the page with the terminal session of the open cluster. */
export class PageTerminal implements TerminalControl {
  readonly #props: TerminalPaneProps
  readonly #onHistory: (lines: number) => void
  readonly #terminal: Terminal
  readonly #element: HTMLElement
  readonly #fit = new FitAddon()
  /** The session of the open cluster; undefined while no cluster is open. */
  #session: TerminalSession | undefined
  #linked = false
  readonly #ends: (() => void)[] = []
  #leaving = false
  #narrow: NarrowScreen | undefined

  /** @param onHistory called with the number of lines in the history of the cluster */
  constructor(element: HTMLElement, terminal: Terminal, props: TerminalPaneProps, onHistory: (lines: number) => void) {
    this.#props = props
    this.#onHistory = onHistory
    this.#terminal = terminal
    this.#element = element
    terminal.loadAddon(this.#fit)
    terminal.open(element)
    this.#fit.fit()
    void fonts.then(() => this.#measure(element))
    this.#ends.push(followTheme(element, (theme) => (terminal.options.theme = theme)))
    terminal.attachCustomKeyEventHandler((event) => this.#takes(event))
    terminal.onData((data) => void this.#session?.input(data))
    this.#watchSize(element)
  }

  focus(): void {
    this.#terminal.focus()
  }

  /** Redraws the prompt, which shows the name of the acting user. */
  renamed(): void {
    this.#session?.redraw()
  }

  run(line: string): void {
    void this.#session?.run(line)
  }

  /** Handles the characters of a key that the keyboard of a touch screen lacks. */
  press(characters: string): void {
    void this.#session?.input(characters)
  }

  /** Called when the position or visibility of the pane has changed. */
  fit(): void {
    this.#fit.fit()
  }

  /** Makes xterm measure the letters again, which it does only when the name of the font changes. */
  #measure(element: HTMLElement): void {
    this.#terminal.options.fontFamily = 'monospace'
    this.#terminal.options = fontOf(element)
    this.#fit.fit()
  }

  close(): void {
    this.#session?.stop()
    for (const end of this.#ends) end()
    this.#terminal.dispose()
  }

  /** Starts a session with a cluster on an empty screen. Undefined only ends the current session. */
  switchTo(place: TerminalPlace | undefined): void {
    if (this.#session !== undefined) {
      this.#session.stop()
      this.#terminal.reset()
      this.#narrow?.reset()
    }
    this.#session = place && this.#newSession(place)
    if (place !== undefined) this.#begin(place.cluster.info.dialect)
  }

  #newSession(place: TerminalPlace): TerminalSession {
    const terminal = this.#terminal
    const { id, info } = place.cluster
    const key = `terminal.${id}.history`
    const history = stringsIn(recall(key))
    this.#onHistory(history.length)
    const session: TerminalSession = new TerminalSession({
      screen: {
        get columns() {
          return terminal.cols
        },
        // When the session has ended, the output of its last command is discarded.
        write: (text) => {
          if (this.#session !== session) return
          this.#narrow?.widenFor(text)
          terminal.write(text)
        },
        clear: () => {
          terminal.clear()
          this.#narrow?.reset()
        },
      },
      get name() {
        const user = actingUser(id)
        return user === undefined ? info.name : `${shortUser(user)}@${info.name}`
      },
      history,
      load: async (print) => (await import('./page-shell.ts')).startShell(place, print),
      remember: (lines) => {
        remember(key, lines)
        this.#onHistory(lines.length)
      },
    })
    return session
  }

  #begin(dialect: DialectName): void {
    const terminal = this.#terminal
    // These lines have the muted colour, because dimmed text has too little contrast.
    terminal.write(`\x1b[37mTab completes, help lists commands.\r\n${CLIENTS[dialect]}\x1b[0m\r\n`)
    this.#session?.start()
    // Bracketed paste: several lines come as one text and wait for Enter.
    terminal.write('\x1b[?2004h', () => {
      if (document.hidden || !this.#props.visible) return this.#ready()
      const drawn = terminal.onRender(() => {
        clearTimeout(timer)
        drawn.dispose()
        this.#ready()
      })
      // The browser does not draw an embed outside the screen, but the outer page can still call it.
      const timer = setTimeout(() => {
        drawn.dispose()
        this.#ready()
      }, UNDRAWN_MS)
      this.#ends.push(() => clearTimeout(timer))
    })
  }

  #ready(): void {
    this.#props.onready(this)
    if (this.#linked) return
    this.#linked = true
    void this.#loadRest()
  }

  /** Whether the terminal may handle a key. */
  #takes(event: KeyboardEvent): boolean {
    if (event.type !== 'keydown') return true
    const { key, ctrlKey, shiftKey, metaKey } = event
    const leaves = this.#leaving && key === 'Tab'
    // Shift alone does not count as another key, because the user presses it before Shift-Tab.
    if (key !== 'Shift') this.#leaving = key === 'Escape'
    if (leaves || isAppKey(event) || metaKey || (ctrlKey && key === '`')) return false
    if (ctrlKey && shiftKey && key.toLowerCase() === 'v') return false
    const copies = ctrlKey && key.toLowerCase() === 'c' && (shiftKey || this.#terminal.hasSelection())
    if (!copies) return true
    event.preventDefault()
    void import('./terminal-extras.ts').then(({ copySelection }) => copySelection(this.#terminal, this.#props.app))
    return false
  }

  #watchSize(element: HTMLElement): void {
    const observer = new ResizeObserver(() => {
      // A hidden pane has no size.
      if (element.clientWidth === 0) return
      this.#fit.fit()
    })
    observer.observe(element)
    this.#ends.push(() => observer.disconnect())
    this.#terminal.onResize(() => this.#session?.redraw())
  }

  /** Loads the parts that the first prompt does not need: links, commands, and scrolling on a phone. */
  async #loadRest(): Promise<void> {
    const { NarrowScreen, openLinks, screenReaderCommand } = await import('./terminal-extras.ts')
    openLinks(this.#terminal)
    this.#narrow = new NarrowScreen(this.#terminal, this.#element, () => this.fit())
    const { app } = this.#props
    this.#ends.push(app.registerCommands([screenReaderCommand(this.#terminal, app)]))
  }
}
