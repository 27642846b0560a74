using Marketplace.Silo.Gateway.Http;
using Microsoft.AspNetCore.Mvc.ApiExplorer;
using Microsoft.AspNetCore.Mvc.ModelBinding;

namespace Marketplace.Silo.Gateway.OpenApi;

/// <summary>
/// Tells the OpenAPI document of the bodies of requests. The metadata that is meant for it would also make routing look at the
/// content type of every request, and refuse some of them without a word.
/// </summary>
internal sealed class BodyDescriptions : IApiDescriptionProvider
{
    public int Order => int.MaxValue;

    public void OnProvidersExecuting(ApiDescriptionProviderContext context)
    {
    }

    public void OnProvidersExecuted(ApiDescriptionProviderContext context)
    {
        foreach (var description in context.Results)
        {
            if (description.ActionDescriptor.EndpointMetadata.OfType<RouteEntry>().FirstOrDefault() is { Request: { } type } route)
            {
                description.ParameterDescriptions.Add(new ApiParameterDescription
                {
                    Name = "body",
                    Type = type,
                    Source = BindingSource.Body,
                    IsRequired = true,
                });
                description.SupportedRequestFormats.Add(new ApiRequestFormat
                {
                    MediaType = route.Lines ? RequestBody.Lines : RequestBody.Json,
                });
            }
        }
    }
}
