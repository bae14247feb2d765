// The contract between a press on the canvas and whoever takes it.

/** A place in the price pane, in CSS pixels from its top left. */
export type Spot = { readonly x: number; readonly y: number }

export type Pressing = {
  readonly isTouch: boolean
  /** Held: straight lines. */
  readonly shift: boolean
  /** Held: the magnet does the opposite. */
  readonly ctrl: boolean
}

/** A press the drawings have taken: its moves and its one end go here and nowhere else. */
export type Held = {
  move(spot: Spot, pressing: Pressing): void
  end(spot: Spot, pressing: Pressing): void
  abort(): void
}

/** Who may take presses; asked in order, the first that answers has it. */
export type PressTaker = {
  /** Returns the cursor over a spot, undefined where nothing is to be grasped. */
  hover(spot: Spot, pressing: Pressing): string | undefined
  /** The pointer is elsewhere. */
  left(): void
  press(spot: Spot, pressing: Pressing): Held | undefined
}
