import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components";
import styles from "./Tabs.module.css";

interface TabItem {
  readonly id: string;
  readonly label: string;
  /** Shown beside the label, for example "12" or "999+". */
  readonly count?: string | undefined;
}

export interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabItem[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** What the selected tab holds. */
  readonly children: ReactNode;
}

export function Tabs({ label, tabs, selected, onSelect, children }: TabsProps) {
  return (
    <AriaTabs className={styles.tabs ?? ""} onSelectionChange={(key) => onSelect(String(key))} selectedKey={selected}>
      <TabList aria-label={label} className={styles.list ?? ""} items={tabs} dependencies={[tabs]}>
        {(tab) => (
          <Tab className={styles.tab ?? ""} id={tab.id}>
            {tab.label}
            {tab.count === undefined ? null : <span className={styles.count}>{tab.count}</span>}
          </Tab>
        )}
      </TabList>
      <TabPanel className={styles.panel ?? ""} id={selected} key={selected}>
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
