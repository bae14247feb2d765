// Order-line, position-line and execution adapters with TradingView's names (docs/chart b.5): a
// setter and a getter per property, callbacks, and an idempotent remove.

import { safely } from '../../primitives/events.ts'
import type {
  ButtonAppearance,
  ChartLine,
  LineButton,
  LineAppearance,
} from '../../options/trading-lines.ts'
import type { LineStore } from './line-store.ts'

type Property<Name extends string, Value, Self> = {
  [K in `set${Name}`]: (value: Value) => Self
} & { [K in `get${Name}`]: () => Value }

type TextSetters<Names extends string, Self> = {
  [K in Names as `set${K}`]: (value: string) => Self
} & {
  [K in Names as `get${K}`]: () => string
}

type LengthUnit = 'percentage' | 'pixel'

type SharedTexts =
  | 'Text'
  | 'Tooltip'
  | 'Quantity'
  | 'BodyFont'
  | 'QuantityFont'
  | 'LineColor'
  | 'BodyBorderColor'
  | 'BodyBackgroundColor'
  | 'BodyTextColor'
  | 'QuantityBorderColor'
  | 'QuantityBackgroundColor'
  | 'QuantityTextColor'

type Shared<Self> = TextSetters<SharedTexts, Self> &
  Property<'Price', number, Self> &
  Property<'ExtendLeft', boolean | 'inherit', Self> &
  Property<'LineStyle', number, Self> &
  Property<'LineWidth', number, Self> & {
    setLineLength(value: number, unit?: LengthUnit): Self
    getLineLength(): number
    getLineLengthUnit(): LengthUnit
    remove(): void
  }

/** A callback, or data and a callback: `this` is the adapter, the first argument the data. */
type Listen<Self> = {
  (callback: (this: Self) => void): Self
  <Data>(data: Data, callback: (this: Self, data: Data) => void): Self
}

export interface OrderLineAdapter
  extends
    Shared<OrderLineAdapter>,
    TextSetters<
      | 'ModifyTooltip'
      | 'CancelTooltip'
      | 'CancelButtonBorderColor'
      | 'CancelButtonBackgroundColor'
      | 'CancelButtonIconColor',
      OrderLineAdapter
    >,
    Property<'Editable', boolean, OrderLineAdapter>,
    Property<'Cancellable', boolean, OrderLineAdapter> {
  onMove: Listen<OrderLineAdapter>
  onMoving: Listen<OrderLineAdapter>
  onModify: Listen<OrderLineAdapter>
  onCancel: Listen<OrderLineAdapter>
}

type PositionButton = 'ReverseButton' | 'CloseButton'

export interface PositionLineAdapter
  extends
    Shared<PositionLineAdapter>,
    TextSetters<
      | 'ProtectTooltip'
      | 'ReverseTooltip'
      | 'CloseTooltip'
      | `${PositionButton}BorderColor`
      | `${PositionButton}BackgroundColor`
      | `${PositionButton}IconColor`,
      PositionLineAdapter
    > {
  onClose: Listen<PositionLineAdapter>
  onReverse: Listen<PositionLineAdapter>
  onModify: Listen<PositionLineAdapter>
}

export interface ExecutionShapeAdapter
  extends
    TextSetters<'Text' | 'Tooltip' | 'Font' | 'TextColor' | 'ArrowColor', ExecutionShapeAdapter>,
    Property<'Price', number, ExecutionShapeAdapter>,
    Property<'Time', number, ExecutionShapeAdapter>,
    Property<'Direction', 'buy' | 'sell', ExecutionShapeAdapter>,
    Property<'ArrowHeight', number, ExecutionShapeAdapter>,
    Property<'ArrowSpacing', number, ExecutionShapeAdapter> {
  remove(): void
}

type Value = string | number | boolean

/** Properties by name; a getter returns what was set, or the default. */
type Properties = Record<string, Value>

const red = 'rgb(255, 0, 0)'
const blue = 'rgb(0, 113, 224)'

const sharedDefaults = (color: string, soft: string): Properties => ({
  Price: 0,
  Text: '',
  Tooltip: '',
  Quantity: '',
  ExtendLeft: true,
  LineStyle: 2,
  LineWidth: 1,
  BodyFont: 'bold 7pt Verdana',
  QuantityFont: 'bold 7pt Verdana',
  LineColor: color,
  BodyBorderColor: color,
  BodyTextColor: color,
  BodyBackgroundColor: 'rgba(255, 255, 255, 0.75)',
  QuantityBackgroundColor: soft,
  QuantityBorderColor: color,
  QuantityTextColor: 'rgb(255, 255, 255)',
})

const orderDefaults: Properties = {
  ...sharedDefaults(red, 'rgba(255, 0, 0, 0.75)'),
  ModifyTooltip: '',
  CancelTooltip: '',
  Editable: true,
  Cancellable: true,
  CancelButtonBorderColor: red,
  CancelButtonBackgroundColor: 'rgba(255, 255, 255, 0.75)',
  CancelButtonIconColor: red,
}

const positionDefaults: Properties = {
  ...sharedDefaults(blue, 'rgba(0, 113, 224, 0.75)'),
  LineStyle: 0,
  ProtectTooltip: '',
  ReverseTooltip: '',
  CloseTooltip: '',
  ...Object.fromEntries(
    (['ReverseButton', 'CloseButton'] as const).flatMap((button) => [
      [`${button}BorderColor`, blue],
      [`${button}BackgroundColor`, 'rgba(255, 255, 255, 0.75)'],
      [`${button}IconColor`, blue],
    ]),
  ),
}

const executionDefaults: Properties = {
  Price: 0,
  Time: 0,
  Direction: 'buy',
  Text: 'execution',
  Tooltip: '',
  ArrowHeight: 8,
  ArrowSpacing: 1,
  Font: '8pt Verdana',
  TextColor: 'rgb(0, 0, 0)',
  ArrowColor: blue,
}

let made = 0

/** The state of an adapter; it may be changed before the frame exists and after it is removed. */
class AdapterCore {
  readonly id: string
  readonly values: Properties
  readonly face: Record<string, unknown> = {}
  readonly callbacks = new Map<string, () => void>()
  isRemoved = false
  length: { value: number; unit: LengthUnit } = { value: 0, unit: 'percentage' }
  /** During a drag: the price that the host has set, and the dragged one, which getters return. */
  drag: { readonly host: number; readonly dragged: number } | undefined
  changed: () => void = () => {}

  constructor(kind: string, defaults: Properties, events: readonly string[]) {
    made += 1
    this.id = `${kind}:${made}`
    this.values = { ...defaults }
    for (const name of Object.keys(defaults)) this.#addProperty(name)
    for (const event of events) this.#addEvent(event)
    this.face['remove'] = () => {
      this.isRemoved = true
      this.changed()
    }
  }

  addLength(): void {
    this.face['setLineLength'] = (value: number, unit: LengthUnit = 'percentage') => {
      this.length = { value, unit }
      return this.#called()
    }
    this.face['getLineLength'] = () => this.length.value
    this.face['getLineLengthUnit'] = () => this.length.unit
  }

  /** The host's adapter object, complete with all methods. */
  get built(): object {
    return this.face
  }

  text(name: string): string {
    return String(this.values[name] ?? '')
  }

  number(name: string): number {
    return Number(this.values[name] ?? 0)
  }

  /** The price that the host has set, also during a drag. */
  get hostPrice(): number {
    const price = this.number('Price')
    return this.drag?.dragged === price ? this.drag.host : price
  }

  call(event: string): void {
    this.callbacks.get(event)?.()
  }

  has(event: string): boolean {
    return this.callbacks.has(event)
  }

  #addProperty(name: string): void {
    this.face[`set${name}`] = (value: Value) => {
      this.values[name] = value
      return this.#called()
    }
    this.face[`get${name}`] = () => this.values[name]
  }

  #addEvent(event: string): void {
    this.face[event] = (first: unknown, second?: unknown) => {
      const callback = typeof second === 'function' ? second : first
      const data = typeof second === 'function' ? first : undefined
      if (typeof callback === 'function') {
        this.callbacks.set(event, () =>
          safely(() => void Reflect.apply(callback, this.face, [data])),
        )
      }
      return this.#called()
    }
  }

  #called(): unknown {
    this.changed()
    return this.face
  }
}

/** Creates an order line; it is drawn as soon as it has a price. */
export function createOrderLine(store: LineStore): OrderLineAdapter {
  const core = new AdapterCore('adapter-order', orderDefaults, [
    'onMove',
    'onMoving',
    'onModify',
    'onCancel',
  ])
  core.addLength()
  const buttons = (): LineButton[] => [
    ...(core.has('onModify') ? (['modify'] as const) : []),
    ...(core.has('onCancel') && core.values['Cancellable'] === true ? (['cancel'] as const) : []),
  ]
  core.changed = () => {
    const line: ChartLine = {
      ...sharedLine(core),
      kind: 'order',
      isDraggable: core.has('onMove') && core.values['Editable'] === true,
      buttons: buttons(),
      buttonTips: { modify: core.text('ModifyTooltip'), cancel: core.text('CancelTooltip') },
      appearance: {
        ...appearanceOf(core),
        button: { cancel: buttonAppearance(core, 'CancelButton') },
      },
    }
    store.setSingle(core.id, core.isRemoved ? undefined : line, {
      moving: (_, price) => {
        core.drag = { host: core.hostPrice, dragged: price }
        core.values['Price'] = price
        core.call('onMoving')
      },
      dropped: () => {
        core.values['Price'] = core.hostPrice
        core.drag = undefined
      },
      moved: (_, price) => {
        core.values['Price'] = price
        core.changed()
        core.call('onMove')
      },
      pressed: (_, button) => core.call(button === 'cancel' ? 'onCancel' : 'onModify'),
    })
  }
  return core.built as OrderLineAdapter
}

/** Creates a position line; it cannot be dragged. */
export function createPositionLine(store: LineStore): PositionLineAdapter {
  const events = ['onModify', 'onReverse', 'onClose'] as const
  const core = new AdapterCore('adapter-position', positionDefaults, events)
  core.addLength()
  const names = { onModify: 'modify', onReverse: 'reverse', onClose: 'close' } as const
  core.changed = () => {
    const line: ChartLine = {
      ...sharedLine(core),
      kind: 'position',
      buttons: events.filter((event) => core.has(event)).map((event) => names[event]),
      buttonTips: {
        modify: core.text('ProtectTooltip'),
        reverse: core.text('ReverseTooltip'),
        close: core.text('CloseTooltip'),
      },
      appearance: {
        ...appearanceOf(core),
        button: {
          reverse: buttonAppearance(core, 'ReverseButton'),
          close: buttonAppearance(core, 'CloseButton'),
        },
      },
    }
    store.setSingle(core.id, core.isRemoved ? undefined : line, {
      pressed: (_, button) => {
        const event = events.find((one) => names[one] === button)
        if (event !== undefined) core.call(event)
      },
    })
  }
  return core.built as PositionLineAdapter
}

/** Creates the mark of an execution; time is in seconds. */
export function createExecutionShape(store: LineStore): ExecutionShapeAdapter {
  const core = new AdapterCore('adapter-execution', executionDefaults, [])
  core.changed = () => {
    const mark = {
      id: core.id,
      timeMs: core.number('Time') * 1000,
      price: core.number('Price'),
      side: core.values['Direction'] === 'sell' ? ('sell' as const) : ('buy' as const),
      text: core.text('Text'),
      tooltip: core.text('Tooltip'),
      appearance: {
        font: core.text('Font'),
        textColor: core.text('TextColor'),
        arrowColor: core.text('ArrowColor'),
        arrowHeight: core.number('ArrowHeight'),
        arrowSpacing: core.number('ArrowSpacing'),
      },
    }
    const isShown = !core.isRemoved && mark.price > 0 && mark.timeMs > 0
    store.setExecution(core.id, isShown ? mark : undefined)
  }
  return core.built as ExecutionShapeAdapter
}

function sharedLine(core: AdapterCore): Omit<ChartLine, 'kind'> {
  return {
    id: core.id,
    price: core.hostPrice,
    text: core.text('Text'),
    quantity: core.text('Quantity'),
    tooltip: core.text('Tooltip'),
    color: core.text('LineColor'),
  }
}

function appearanceOf(core: AdapterCore): LineAppearance {
  return {
    extendLeft: core.values['ExtendLeft'] !== false,
    length: core.length,
    width: core.number('LineWidth'),
    style: core.number('LineStyle'),
    // Some hosts use the weight `regular`, which is not valid CSS.
    bodyFont: core.text('BodyFont').replace(/^regular /, 'normal '),
    quantityFont: core.text('QuantityFont').replace(/^regular /, 'normal '),
    bodyBorder: core.text('BodyBorderColor'),
    bodyText: core.text('BodyTextColor'),
    bodyBackground: core.text('BodyBackgroundColor'),
    quantityBackground: core.text('QuantityBackgroundColor'),
    quantityBorder: core.text('QuantityBorderColor'),
    quantityText: core.text('QuantityTextColor'),
  }
}

function buttonAppearance(core: AdapterCore, name: string): ButtonAppearance {
  return {
    background: core.text(`${name}BackgroundColor`),
    border: core.text(`${name}BorderColor`),
    icon: core.text(`${name}IconColor`),
  }
}
