// Buttons and menus that a host puts into the chart's header. They outlive the header itself, which
// is made anew with every change of language.

export type Align = 'left' | 'right'

export class HostButtons {
  readonly #items: { readonly item: HTMLElement; readonly align: Align }[] = []
  #changed: () => void = () => {}

  /** The header that there is at the moment is told when something comes or goes. */
  set onChange(changed: () => void) {
    this.#changed = changed
  }

  add(item: HTMLElement, align: Align): void {
    this.#items.push({ item, align })
    this.#changed()
  }

  remove(item: HTMLElement): void {
    const at = this.#items.findIndex((entry) => entry.item === item)
    if (at !== -1) this.#items.splice(at, 1)
    item.remove()
  }

  items(align: Align): HTMLElement[] {
    return this.#items.filter((entry) => entry.align === align).map(({ item }) => item)
  }
}
