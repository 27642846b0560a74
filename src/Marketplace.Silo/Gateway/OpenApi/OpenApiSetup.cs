using System.Collections.Frozen;
using System.Text.Json.Nodes;
using Marketplace.Contracts.Requests;
using Microsoft.AspNetCore.Mvc.ApiExplorer;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.OpenApi;

namespace Marketplace.Silo.Gateway.OpenApi;

/// <summary>The OpenAPI document: what the routes' metadata does not say by itself.</summary>
internal static class OpenApiSetup
{
    /// <summary>Path of the document.</summary>
    public const string Path = "/openapi/v1.json";

    private static readonly FrozenSet<Type> RequestTypes =
        RouteTable.All.Where(route => route.Request is not null).Select(route => route.Request!).ToFrozenSet();

    public static void AddOpenApiDocument(this IServiceCollection services)
    {
        services.AddTransient<IApiDescriptionProvider, BodyDescriptions>();
        services.ConfigureHttpJsonOptions(options => WireNames.Configure(options.SerializerOptions));
        services.AddOpenApi(options =>
        {
            options.AddDocumentTransformer(static (document, _, _) =>
            {
                document.Info = new OpenApiInfo
                {
                    Title = "Online Marketplace",
                    Version = "v1",
                    Description = "The gateway of the Online Marketplace benchmark. "
                        + "Names in requests are read without regard to case and underscores; numbers may be strings.",
                };
                document.Servers?.Clear();
                return Task.CompletedTask;
            });
            options.AddOperationTransformer(Describe);
            options.AddSchemaTransformer(Correct);
        });
    }

    private static Task Describe(OpenApiOperation operation, OpenApiOperationTransformerContext context, CancellationToken cancelled)
    {
        var metadata = context.Description.ActionDescriptor.EndpointMetadata;
        if (metadata.OfType<RouteEntry>().FirstOrDefault() is not { } route)
            return Task.CompletedTask;

        operation.Summary = route.Summary;

        // An alias needs an id of its own: ids are unique in a document.
        var method = context.Description.HttpMethod!;
        operation.OperationId = method == route.Methods[0] ? route.Name : $"{route.Name}By{method}";
        operation.Parameters ??= [];
        var example = ApiExamples.Of(route);
        var values = example.Values(route.Pattern).ToDictionary();
        foreach (var part in route.Pattern.Split('/').Where(part => part.StartsWith('{')))
        {
            var name = part.Trim('{', '}');
            operation.Parameters.Add(new OpenApiParameter
            {
                Name = name,
                In = ParameterLocation.Path,
                Required = true,
                Example = values[name],
                Schema = name.EndsWith("Id", StringComparison.Ordinal)
                    ? new OpenApiSchema { Type = JsonSchemaType.Integer, Format = "int32", Minimum = "1" }
                    : new OpenApiSchema { Type = JsonSchemaType.String },
            });
        }

        foreach (var parameter in route.Query)
        {
            operation.Parameters.Add(new OpenApiParameter
            {
                Name = parameter.Name,
                In = ParameterLocation.Query,
                Description = parameter.Description,
                Example = values.TryGetValue(parameter.Name, out var value) ? JsonNode.Parse(value) : null,
                Schema = new OpenApiSchema
                {
                    Type = parameter.Format == "double" ? JsonSchemaType.Number : JsonSchemaType.Integer,
                    Format = parameter.Format,
                },
            });
        }

        foreach (var content in operation.RequestBody?.Content?.Values ?? [])
        {
            content.Example = route.Lines ? string.Join('\n', example.Body!.AsArray().Select(static line => line!.ToJsonString()))
                : example.Body!.DeepClone();
        }

        return Task.CompletedTask;
    }

    private static Task Correct(OpenApiSchema schema, OpenApiSchemaTransformerContext context, CancellationToken cancellationToken)
    {
        var type = context.JsonTypeInfo.Type;
        if (RequestTypes.Contains(type))
        {
            // Most members of a request have a default.
            schema.Required = null;
        }

        // These are words on the wire; all other enums are numbers.
        if (type == typeof(CheckoutOutcome))
        {
            schema.Type = JsonSchemaType.String;
            schema.Enum = Words("committed", "rejected", "payment-failed");
        }
        else if (type == typeof(ReceiptOutcome))
        {
            schema.Type = JsonSchemaType.String;
            schema.Enum = Words("committed", "rejected", "payment-failed", "refused", "aborted", "timed-out", "failed");
        }
        else if (type == typeof(CustomerCheckout))
        {
            schema.Properties!["paymentType"] = new OpenApiSchema
            {
                Type = JsonSchemaType.String,
                Enum = Words("CREDIT_CARD", "DEBIT_CARD", "BOLETO"),
            };
        }

        return Task.CompletedTask;
    }

    private static List<JsonNode> Words(params string[] words) => [.. words.Select(word => JsonValue.Create(word))];
}
