/** Professional roles of bookings: with whom residents read that a time is (SVC-05). */
import { useText } from "@kajo/shared/i18n";
import { type BookingRoleDetailsJson, type BookingRoleJson, BookingRoleService } from "@kajo/shared/rpc";
import { adminModule, type RecordOf } from "../module/admin-module";
import { serviceInformation } from "./lists";

const {
  listBookingRoles,
  getBookingRole,
  saveBookingRole,
  archiveBookingRole,
  restoreBookingRole,
  removeBookingRole,
  listBookingRoleUses,
} = BookingRoleService.method;

export const { listPage, newPage, recordPage } = adminModule<BookingRoleDetailsJson>({
  path: "/admin/service-information/roles",
  kind: "booking_role",
  beside: serviceInformation,
  methods: {
    list: listBookingRoles,
    get: getBookingRole,
    save: saveBookingRole,
    archive: archiveBookingRole,
    restore: restoreBookingRole,
    remove: removeBookingRole,
    uses: listBookingRoleUses,
  },
  stays: (record) => (record as BookingRoleJson).isDefault ?? false,
  texts: {
    title: "bookingRoles.title",
    new: "bookingRoles.new",
    search: "bookingRoles.search",
    none: "bookingRoles.none",
    notFound: "bookingRoles.notFound",
    noneText: "bookingRoles.none.text",
    saved: "bookingRoles.saved",
    archive: "bookingRoles.archive",
    archiveQuestion: "bookingRoles.archive.question",
    archived: "bookingRoles.archived",
    restore: "bookingRoles.restore",
    restoreQuestion: "bookingRoles.restore.question",
    restored: "bookingRoles.restored",
  },
  nameOf: ({ name }, language) => name?.[language as "fi"] ?? name?.fi ?? "",
  removal: {
    remove: "bookingRoles.remove",
    question: "bookingRoles.remove.question",
    removed: "bookingRoles.removed",
    uses: { text: "bookingRoles.uses", path: "/admin/service-information/searches", confirmed: "usesConfirmed" },
  },
  fields: [{ as: "translated", key: "name", label: "bookingRoles.name", hint: "bookingRoles.name.hint", max: 200 }],
  columns: (t) => [{ id: "default", label: t("bookingRoles.default"), cell: (record) => <Default record={record} /> }],
});

function Default({ record }: { readonly record: RecordOf<BookingRoleDetailsJson> }) {
  const t = useText();
  return (record as BookingRoleJson).isDefault ? t("bookingRoles.isDefault") : "–";
}
