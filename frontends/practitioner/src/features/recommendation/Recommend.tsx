import { localized, useLanguage, useText } from "@kajo/shared/i18n";
import { Form, QueryView } from "@kajo/shared/patterns";
import { type RecommendableServiceJson, useIntent } from "@kajo/shared/rpc";
import { Banner, Button, Select, useToast } from "@kajo/shared/ui";
import { useState } from "react";
import { InPlace } from "../editing/InPlace";
import { useActivateRecommendationMutation, useListRecommendableServicesQuery } from "./api";

interface RecommendProps {
  readonly patientId: string;
  readonly onClose: () => void;
}

/** Recommends a service to a patient; those that residents do not find themselves say so. */
export function Recommend(props: RecommendProps) {
  const t = useText();
  const query = useListRecommendableServicesQuery({ patientId: props.patientId });
  return (
    <QueryView query={query}>
      {({ services = [] }) =>
        services.length > 0 ? (
          <InPlace>
            <RecommendForm {...props} services={services} />
          </InPlace>
        ) : (
          <Banner
            action={
              <Button kind="secondary" onPress={props.onClose}>
                {t("ui.close")}
              </Button>
            }
            announce="polite"
            tone="info"
          >
            {t("recommendation.noServices")}
          </Banner>
        )
      }
    </QueryView>
  );
}

interface RecommendFormProps extends RecommendProps {
  readonly services: readonly RecommendableServiceJson[];
}

function RecommendForm({ patientId, onClose, services }: RecommendFormProps) {
  const t = useText();
  const language = useLanguage();
  const toast = useToast();
  const intent = useIntent();
  const [activate, { error, reset }] = useActivateRecommendationMutation();
  const [serviceId, setService] = useState<string | null>(null);
  const chosen = services.find(({ service }) => service?.id === serviceId);
  const submit = async () => {
    const request = { patientId, serviceId: serviceId ?? "" };
    const answer = await activate({ request, idempotencyKey: intent.keyFor(request) });
    if ("error" in answer) return;
    intent.settle();
    toast("success", t("recommendation.activated"));
    onClose();
  };
  return (
    <Form
      actions={
        <Button kind="secondary" onPress={onClose}>
          {t("ui.cancel")}
        </Button>
      }
      failure={error}
      fields={{ service_id: t("recommendation.service") }}
      onSubmit={submit}
      problems={{ service_id: serviceId === null ? t("field.required") : undefined }}
      submit={t("recommendation.activate")}
    >
      {(field) => (
        <Select
          {...field("service_id")}
          hint={t(chosen?.byRecommendationAlone ? "recommendation.byRecommendationAlone" : "recommendation.hint")}
          onChange={(id) => {
            setService(id);
            // What the server said was said of another service.
            if (error) reset();
          }}
          options={services.map(({ service, categoryName }) => ({
            id: service?.id ?? "",
            label: `${localized(language, categoryName)}: ${localized(language, service?.names)}`,
          }))}
          value={serviceId}
        />
      )}
    </Form>
  );
}
