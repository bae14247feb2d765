// The default style of each drawing tool, saved by the trader.

import type { Drawing, DrawStyle, DrawTool, RiskSettings } from './drawing.ts'
import { isDrawTool } from './drawing.ts'
import type { Overrides } from '../../options/options.ts'
import { defaultRisk } from './risk-reward.ts'
import { propertiesOf, type Properties, styleOf, withProperties } from './properties.ts'

type DefaultStyle = { readonly style: DrawStyle; readonly risk?: RiskSettings }

export type StyleStore = {
  read(): unknown
  write(value: unknown): void
  /** The host's settings, by flat keys such as `linetoolriskrewardlong.accountSize`. */
  overrides?(): Overrides
}

/** The hosts' names of the position tools. */
const riskNames: Readonly<Partial<Record<DrawTool, string>>> = {
  longPosition: 'linetoolriskrewardlong',
  shortPosition: 'linetoolriskrewardshort',
}

export class DefaultStyles {
  readonly #store: StyleStore
  readonly #byTool = new Map<DrawTool, Properties>()

  constructor(store: StyleStore) {
    this.#store = store
    const kept = store.read()
    if (typeof kept !== 'object' || kept === null) return
    for (const [tool, properties] of Object.entries(kept)) {
      if (isDrawTool(tool) && typeof properties === 'object' && properties !== null) {
        this.#byTool.set(tool, { ...properties })
      }
    }
  }

  /** The initial style of a new drawing. */
  of(tool: DrawTool): DefaultStyle {
    const properties = this.#byTool.get(tool)
    const { accountSize, risk } = properties ?? {}
    const isRisk = typeof accountSize === 'number' && typeof risk === 'number'
    const options = isRisk ? { accountSize, riskPercent: risk } : this.#hostRisk(tool)
    return {
      style: properties === undefined ? {} : styleOf(properties),
      ...(options !== undefined && { risk: options }),
    }
  }

  /** The host's account size and risk, if the trader has saved none. */
  #hostRisk(tool: DrawTool): RiskSettings | undefined {
    const name = riskNames[tool]
    const given = this.#store.overrides?.()
    if (name === undefined || given === undefined) return undefined
    const above = (key: string): number | undefined => {
      const value = given[`${name}.${key}`]
      return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined
    }
    const [accountSize, riskPercent] = [above('accountSize'), above('risk')]
    if (accountSize === undefined && riskPercent === undefined) return undefined
    return {
      accountSize: accountSize ?? defaultRisk.accountSize,
      riskPercent: riskPercent ?? defaultRisk.riskPercent,
    }
  }

  /** Makes a drawing's style the default of its tool. */
  save(drawing: Drawing): void {
    const { text: _text, frozen: _frozen, visible: _visible, ...style } = propertiesOf(drawing)
    this.#byTool.set(drawing.tool, style)
    this.#write()
  }

  /** Restores the theme's style for a tool. */
  remove(tool: DrawTool): void {
    if (this.#byTool.delete(tool)) this.#write()
  }

  has(tool: DrawTool): boolean {
    return this.#byTool.has(tool)
  }

  /** Returns the drawing in the default style of its tool. */
  applied(drawing: Drawing): Drawing {
    const plain = { ...drawing, style: {} }
    const properties = this.#byTool.get(drawing.tool)
    return properties === undefined ? plain : withProperties(plain, properties)
  }

  #write(): void {
    this.#store.write(Object.fromEntries(this.#byTool))
  }
}
