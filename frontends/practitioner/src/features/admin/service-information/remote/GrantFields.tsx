import { useText } from "@kajo/shared/i18n";
import { Button, Select, type SelectOption, Stack } from "@kajo/shared/ui";
import { ManyChoices } from "../../module/ManyChoices";
import type { Grant } from "./grants";

interface GrantFieldsProps {
  readonly name: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly roles: readonly SelectOption[];
  readonly locations: readonly SelectOption[];
  readonly value: readonly Grant[];
  readonly onChange: (value: readonly Grant[]) => void;
}

/** Roles, each with its locations: added and taken away one by one. */
export function GrantFields({ name, label, error, roles, locations, value, onChange }: GrantFieldsProps) {
  const t = useText();
  const left = roles.filter(({ id }) => value.every(({ roleId }) => roleId !== id));
  const nameOf = (roleId: string) => roles.find(({ id }) => id === roleId)?.label ?? t("names.gone");
  return (
    <Stack>
      {value.map(({ roleId, locationIds }) => (
        <Stack gap="s" key={roleId}>
          <ManyChoices
            error={undefined}
            hint={t("remoteAccess.locations.hint")}
            label={nameOf(roleId)}
            name={`${name}.${roleId}`}
            onChange={(chosen) =>
              onChange(value.map((grant) => (grant.roleId === roleId ? { roleId, locationIds: chosen } : grant)))
            }
            options={locations}
            value={locationIds}
          />
          <div>
            <Button kind="secondary" onPress={() => onChange(value.filter((grant) => grant.roleId !== roleId))}>
              {t("remoteAccess.remove", { role: nameOf(roleId) })}
            </Button>
          </div>
        </Stack>
      ))}
      <Select
        error={error}
        hint={t("remoteAccess.roles.hint")}
        label={label}
        name={name}
        onChange={(roleId) => roleId && onChange([...value, { roleId, locationIds: [] }])}
        optional
        options={left}
        value={null}
      />
    </Stack>
  );
}
