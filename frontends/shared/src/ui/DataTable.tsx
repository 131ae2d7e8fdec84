import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "../i18n";
import { Checkbox } from "./Checkbox";
import styles from "./DataTable.module.css";
import { EmptyState } from "./EmptyState";
import { Skeleton } from "./Loading";
import { Select } from "./Select";
import { useCramped } from "./use-cramped";
import { VisuallyHidden } from "./VisuallyHidden";

/** Narrower than this the table is a list of cards, and so is one whose words need more room than there is. */
const cardsBelowRem = 40;

interface TableColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly sortable?: boolean;
  /** "end" for quantities. */
  readonly align?: "start" | "end";
}

/** The first one heads its row. */
export type TableColumns<Row> = readonly [TableColumn<Row>, ...TableColumn<Row>[]];

export interface TableSort {
  readonly column: string;
  readonly direction: "ascending" | "descending";
}

export interface DataTableProps<Row> {
  /** Names the table, for screen readers. */
  readonly caption: string;
  readonly columns: TableColumns<Row>;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The order shown; its owner sorts. */
  readonly sort?: TableSort | undefined;
  readonly onSort?: (sort: TableSort) => void;
  /** With `onSelect` and `rowLabel`: rows can be chosen. */
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (selected: ReadonlySet<string>) => void;
  /** Names a row where it is chosen. */
  readonly rowLabel?: (row: Row) => string;
  readonly isLoading?: boolean;
  /** In place of the rows when they could not be fetched, for example LoadFailed. */
  readonly error?: ReactNode;
  /** In place of the rows when there are none. */
  readonly empty?: ReactNode;
}

interface Choice<Row> {
  readonly all: ReactNode;
  readonly has: (row: Row) => boolean;
  readonly box: (row: Row) => ReactNode;
}

/** Rows and columns where there is room, cards where there is not. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const t = useText();
  const [box, cramped] = useCramped(cardsBelowRem);
  const { caption, rows, isLoading = false, error, empty } = props;
  const choice = useChoice(props);
  if (error) return error;
  if (rows.length === 0 && isLoading) return <Skeleton rows={5} />;
  if (rows.length === 0) return empty ?? <EmptyState title={t("ui.list.empty")} />;
  return (
    <div className={styles.box} ref={box}>
      {cramped ? (
        <>
          <div className={styles.tools}>
            {choice ? choice.all : null}
            <SortSelect {...props} />
          </div>
          <Cards {...props} choice={choice} />
        </>
      ) : (
        <table aria-busy={isLoading} className={styles.table}>
          <caption>
            <VisuallyHidden>{caption}</VisuallyHidden>
          </caption>
          <Head {...props} choice={choice} />
          <Body {...props} choice={choice} />
        </table>
      )}
    </div>
  );
}

function useChoice<Row>({ rows, rowKey, rowLabel, selected, onSelect }: DataTableProps<Row>): Choice<Row> | undefined {
  const t = useText();
  if (!selected || !onSelect || !rowLabel) return undefined;
  const keys = rows.map(rowKey);
  const chosen = keys.filter((key) => selected.has(key)).length;
  const change = (some: readonly string[], on: boolean) => {
    const next = new Set(selected);
    for (const key of some) {
      if (on) next.add(key);
      else next.delete(key);
    }
    onSelect(next);
  };
  return {
    all: (
      <Checkbox
        aria-label={t("ui.select.all")}
        isIndeterminate={chosen > 0 && chosen < keys.length}
        isSelected={chosen === keys.length}
        onChange={(on) => change(keys, on)}
      />
    ),
    has: (row) => selected.has(rowKey(row)),
    box: (row) => (
      <Checkbox
        aria-label={t("ui.select.row", { label: rowLabel(row) })}
        isSelected={selected.has(rowKey(row))}
        onChange={(on) => change([rowKey(row)], on)}
      />
    ),
  };
}

type PartProps<Row> = DataTableProps<Row> & { readonly choice: Choice<Row> | undefined };

function Head<Row>({ columns, sort, onSort, choice }: PartProps<Row>) {
  return (
    <thead>
      <tr>
        {choice ? <td className={`${styles.top} ${styles.mark}`}>{choice.all}</td> : null}
        {columns.map(({ id, label, sortable, align }) => {
          const direction = sort?.column === id ? sort.direction : undefined;
          if (!sortable || !onSort) {
            return (
              <th className={styles.top} data-align={align} key={id} scope="col">
                {label}
              </th>
            );
          }
          const Arrow = direction === undefined ? ArrowUpDown : direction === "ascending" ? ArrowUp : ArrowDown;
          return (
            <th aria-sort={direction ?? "none"} className={styles.top} data-align={align} key={id} scope="col">
              <button
                className={styles.sort}
                onClick={() =>
                  onSort({ column: id, direction: direction === "ascending" ? "descending" : "ascending" })
                }
                type="button"
              >
                {label}
                <Arrow aria-hidden="true" size={16} />
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function Body<Row>({ columns, rows, rowKey, choice }: PartProps<Row>) {
  const [first, ...rest] = columns;
  return (
    <tbody>
      {rows.map((row) => (
        <tr data-selected={choice?.has(row) || undefined} key={rowKey(row)}>
          {choice ? <td className={styles.mark}>{choice.box(row)}</td> : null}
          <th className={styles.first} data-align={first.align} scope="row">
            {first.cell(row)}
          </th>
          {rest.map(({ id, cell, align }) => (
            <td data-align={align} key={id}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function Cards<Row>({ caption, columns, rows, rowKey, choice, isLoading = false }: PartProps<Row>) {
  const [first, ...rest] = columns;
  return (
    <ul aria-busy={isLoading} aria-label={caption} className={styles.cards}>
      {rows.map((row) => (
        <li className={styles.card} data-selected={choice?.has(row) || undefined} key={rowKey(row)}>
          {choice?.box(row)}
          <div className={styles.facts}>
            <div className={styles.first}>{first.cell(row)}</div>
            <dl>
              {rest.map(({ id, label, cell }) => (
                <div className={styles.fact} key={id}>
                  <dt>{label}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Cards have no heads to press. */
function SortSelect<Row>({ columns, sort, onSort }: DataTableProps<Row>) {
  const t = useText();
  const sortable = columns.filter((column) => column.sortable);
  if (!onSort || sortable.length === 0) return null;
  const options = sortable.flatMap(({ id, label }) => [
    { id: `ascending ${id}`, label: t("ui.sort.up", { label }) },
    { id: `descending ${id}`, label: t("ui.sort.down", { label }) },
  ]);
  return (
    <Select
      label={t("ui.sort")}
      onChange={(chosen) => {
        const [direction, ...column] = chosen.split(" ");
        onSort({
          column: column.join(" "),
          direction: direction === "descending" ? "descending" : "ascending",
        });
      }}
      options={options}
      value={sort ? `${sort.direction} ${sort.column}` : null}
    />
  );
}
